import type { CustomerField } from '../../../../contract/entities/customer-field.ts';
import type { ImportColumn } from '../../../../contract/entities/customer-import.ts';
import type { ImportTarget } from '../../../../contract/facts/imports.ts';
import { foldText } from '../../../../contract/facts/fold-text.ts';

export type Target = Pick<ImportColumn, 'target' | 'field_id'>;

const NOTHING: Target = { target: null, field_id: null };

/** Known headings, in Portuguese and English, without accents; the first match counts. */
const SYNONYMS: readonly (readonly [ImportTarget, readonly string[]])[] = [
  [
    'phone',
    [
      'whatsapp',
      'celular',
      'telefone',
      'telemovel',
      'fone',
      'tel',
      'mobile',
      'cell',
      'phone',
      'zap',
      'numero',
      'number',
    ],
  ],
  ['email', ['email', 'e mail', 'mail', 'correio eletronico']],
  ['name', ['nome', 'nome completo', 'cliente', 'name', 'full name', 'customer', 'razao social', 'contato', 'contact']],
  ['timezone', ['fuso horario', 'fuso', 'timezone', 'time zone']],
  ['note', ['obs', 'observacao', 'observacoes', 'nota', 'notas', 'note', 'notes', 'anotacoes', 'comentarios']],
];

/** A heading for comparison: `Dt_Últ.Compra` is `dt ult compra`. */
export function headingKey(heading: string): string {
  return foldText(heading)
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim();
}

/**
 * Proposes a mapping of columns: that of the last time, else the field whose name they match.
 * No target is used twice.
 */
export function proposedTargets(
  headings: readonly string[],
  fields: readonly CustomerField[],
  remembered: ReadonlyMap<string, Target>,
): Target[] {
  const keys = headings.map(headingKey);
  const targets: (Target | undefined)[] = keys.map(() => undefined);
  const taken = new Set<string>();
  const give = (at: number, target: Target): void => {
    const name = `${target.target} ${target.field_id ?? ''}`;
    if (targets[at] !== undefined || (target.target !== null && taken.has(name))) return;
    targets[at] = target;
    taken.add(name);
  };
  const isKept = ({ target, field_id: id }: Target) => target !== 'field' || fields.some((field) => field.id === id);
  for (const [at, key] of keys.entries()) {
    const before = remembered.get(key);
    if (before !== undefined && isKept(before)) give(at, before);
  }
  for (const [at, key] of keys.entries()) {
    const field = fields.find(({ name }) => headingKey(name) === key && key !== '');
    if (field !== undefined) give(at, { target: 'field', field_id: field.id });
  }
  for (const isSame of [
    (key: string, word: string) => key === word,
    (key: string, word: string) => ` ${key} `.includes(` ${word} `),
  ]) {
    for (const [target, words] of SYNONYMS) {
      for (const word of words) {
        const at = keys.findIndex((key, place) => targets[place] === undefined && isSame(key, word));
        if (at !== -1) give(at, { target, field_id: null });
      }
    }
  }
  return targets.map((target) => target ?? NOTHING);
}
