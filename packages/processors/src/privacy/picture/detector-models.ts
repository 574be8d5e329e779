/** The model files of the detectors, relative to the models folder. `npm run models` downloads them. */
export const detectorModels = {
  faces: 'retinaface/mnet.25_v2.onnx',
  texts: 'ppocr/ch_PP-OCRv4_det_infer.onnx',
} as const
