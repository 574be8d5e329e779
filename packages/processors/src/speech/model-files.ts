/** The model files of the local engine, relative to the models folder. `npm run models` downloads them. */
export const modelFiles = {
  encoder: 'moonshine-tiny-en/encoder_model.onnx',
  decoder: 'moonshine-tiny-en/decoder_model_merged.onnx',
  tokens: 'moonshine-tiny-en/tokens.txt',
  voiceActivity: 'silero_vad_v6.onnx',
} as const
