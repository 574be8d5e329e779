/**
 * Imported for its effect by whoever reports what a schema found wrong. The library stops after eight errors,
 * but we promise to name every bad field; the bodies are small, so a hundred is enough and still a bound.
 */
import { Settings } from 'typebox/system'

Settings.Set({ maxErrors: 100 })
