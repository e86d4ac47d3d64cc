import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';

/** A page with some words. */
export function pdfOf(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new Pdf({ pdfVersion: '1.7', ...options });
  document.text('Segunda via da fatura');
  document.end();
  return buffer(document);
}

/** Some kilobytes whose page is filled by a function with thousands of steps for each pixel. */
export function endlessPdf(): Buffer {
  const stream = (entries: string, content: string) =>
    `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const shading = '<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 600 0 800] /Function 5 0 R >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Shading << /S ${shading} >> >> >>`,
    stream('', '/S sh'),
    stream('/FunctionType 4 /Domain [0 600 0 800] /Range [0 1]', `{ pop ${'sin cos '.repeat(5_000)}}`),
  ];
  const numbered = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj`);
  return Buffer.from(['%PDF-1.7', ...numbered, 'trailer << /Root 1 0 R >>'].join('\n'), 'latin1');
}
