import Pdf from 'pdfkit';
import type { SeededFile } from './seeded-file.ts';

/** By how the file's name begins. */
const TITLES: readonly (readonly [start: string, title: string])[] = [
  ['pedido', 'Resumo do pedido'],
  ['proposta', 'Proposta comercial'],
  ['boleto', 'Boleto, segunda via'],
  ['etiqueta-troca', 'Etiqueta de troca'],
  ['NF-e', 'Nota fiscal eletrônica'],
  ['comprovante', 'Comprovante de pagamento'],
  ['guia-de-cuidados', 'Guia de cuidados'],
  ['orcamento', 'Orçamento de viagem'],
  ['bilhete', 'Bilhete eletrônico'],
  ['vouchers', 'Vouchers'],
  ['embarque', 'Cartão de embarque'],
];

/** A page with the names of company and customer, and the number in the file's name. */
export function pdfOf({ name, company, customer, caption, at, seed }: SeededFile): Promise<Buffer> {
  const document = new Pdf({
    size: 'A5',
    margin: 40,
    info: { Title: titleOf(name), Author: company, CreationDate: at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.fillColor('#5b6472').font('Helvetica').fontSize(10).text(company);
  document.fillColor('#1c2330').font('Helvetica-Bold').fontSize(20).text(titleOf(name)).moveDown();
  const facts = [
    ['Cliente', customer],
    ['Número', /\d{4,}/.exec(name ?? '')?.[0] ?? '—'],
    ['Data', new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }).format(at)],
    ['Autenticação', seed.slice(0, 16).toUpperCase()],
  ] as const;
  for (const [label, value] of facts) {
    document.fillColor('#5b6472').font('Helvetica').fontSize(9).text(label);
    document.fillColor('#1c2330').fontSize(12).text(value).moveDown(0.5);
  }
  // The page's font has no emoji.
  const plain = caption.replaceAll(/[^\n\u{20}-\u{7e}\u{a0}-\u{ff}]/gu, '').replaceAll('*', '');
  if (plain !== '') document.moveDown().fontSize(11).text(plain);
  document.end();
  return done;
}

const titleOf = (name: string | null): string =>
  TITLES.find(([start]) => name?.startsWith(start) === true)?.[1] ?? 'Documento';

export function xmlOf({ name, company, customer, at, seed }: SeededFile): Buffer {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<nota arquivo="${name}" chave="${seed.slice(0, 44)}">`,
    `  <emitente>${company}</emitente>`,
    `  <destinatario>${customer}</destinatario>`,
    `  <emissao>${at.toISOString()}</emissao>`,
    '</nota>',
    '',
  ];
  return Buffer.from(lines.join('\n'));
}
