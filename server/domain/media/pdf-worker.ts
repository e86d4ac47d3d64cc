import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfReport } from './pdf-pages.ts';
import { PREVIEW_SIZE } from './previews.ts';

/*
 * The thread that renders PDFs, in WebAssembly: a malicious file reaches only the memory of its own instance.
 */

/** A colour page scanned at 600 dpi takes half of it. */
const MEMORY_MAX = 256 * 1024 * 1024;
/** Of the bitmap, which is of the whole page. */
const PIXELS_MAX = 4_000_000;
/** Only the top of a long page is shown, as of a receipt: its whole length would make it too narrow. */
const HEIGHT_MAX = 2;

const { prototype } = WebAssembly.Memory;
// oxlint-disable-next-line typescript/unbound-method -- called with its memory below
const { grow } = prototype;
prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > MEMORY_MAX) throw new RangeError('PDFium wants too much memory');
  return grow.call(this, pages);
};

const port = parentPort;
if (port === null) throw new Error('This must run as a thread of the server');
const program = await WebAssembly.compile(readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))));

port.on('message', (path: string) => {
  void reportOf(path).then((report) =>
    port.postMessage(report, 'pixels' in report ? [report.pixels.buffer as ArrayBuffer] : []),
  );
});

async function reportOf(path: string): Promise<PdfReport> {
  try {
    return await topOf(readFileSync(path));
  } catch (error) {
    return { failure: String(error) };
  }
}

async function topOf(bytes: Uint8Array): Promise<PdfReport> {
  const library = await PDFiumLibrary.init({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(program, imports);
      done(instance);
      return instance.exports;
    },
  });
  const document = await library.loadDocument(bytes);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const shownHeight = Math.min(originalHeight, originalWidth * HEIGHT_MAX);
  const scale = Math.min(
    PREVIEW_SIZE / Math.max(originalWidth, shownHeight),
    Math.sqrt(PIXELS_MAX / (originalWidth * originalHeight)),
  );
  const width = Math.round(originalWidth * scale);
  const height = Math.round(originalHeight * scale);
  // NaN too: a page that can't be read has no size.
  if (!(width >= 1 && height >= 1)) return { failure: 'no page of a size' };
  const { data } = await page.render({ width, height, renderFormFields: true });
  const rows = Math.min(height, width * HEIGHT_MAX);
  return { width, height: rows, pixels: data.slice(0, width * rows * 4) };
}
