/**
 * Imported for its side effect by modules that report validation errors. The library stops after eight errors, but we
 * promise to name every invalid field; the bodies are small, so a hundred is enough and still a limit.
 */
import { Settings } from 'typebox/system'

Settings.Set({ maxErrors: 100 })
