import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';

/** A node of a parsed ICU message, as the runtime formats it. */
export interface MessageNode {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessageNode[] }>>;
  readonly children?: readonly MessageNode[];
}

type Parse = (message: string, options: { captureLocation: boolean }) => MessageNode[];

/** All messages of a locale by id. */
export type Catalogue = ReadonlyMap<string, string>;

export const sourceLocale = 'pt-BR';
const locales = [sourceLocale, 'en', 'pt'];

// The parser's node types: text, and the `#` of a plural. All others have a variable's name.
const literal = 0;
const pound = 7;

/** The parser of exactly the version that react-intl formats. */
async function loadParser(): Promise<Parse> {
  const fromReactIntl = createRequire(createRequire(import.meta.url).resolve('react-intl'));
  const module: { parse: Parse } = await import(fromReactIntl.resolve('@formatjs/icu-messageformat-parser'));
  return module.parse;
}

const parse = await loadParser();

/** Parses an ICU message; throws with the parser's reason if it is invalid. */
export function compile(message: string): MessageNode[] {
  return parse(message, { captureLocation: false });
}

/** Compiles a catalogue file; throws with the id that is empty, not a string or not ICU. */
export function compileFile(source: string, file: string): Record<string, MessageNode[]> {
  return Object.fromEntries([...readFile(source, file)].map(([id, message]) => [id, compileNamed(id, message, file)]));
}

function compileNamed(id: string, message: string, file: string): MessageNode[] {
  try {
    return compile(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: "${id}" is not an ICU message: ${reason}`, { cause: error });
  }
}

function readFile(source: string, file: string): Map<string, string> {
  const parsed: unknown = JSON.parse(source);
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${file}: not an object of messages`);
  const messages = new Map<string, string>();
  for (const [id, message] of Object.entries(parsed)) {
    if (typeof message !== 'string' || message.trim() === '') throw new Error(`${file}: "${id}" has no text`);
    messages.set(id, message);
  }
  return messages;
}

function readLocale(folder: string, locale: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const file of globSync([`${locale}.json`, `${locale}/**/*.json`], { cwd: folder }).toSorted()) {
    for (const [id, message] of readFile(readFileSync(join(folder, file), 'utf8'), file)) {
      if (all.has(id)) throw new Error(`${file}: "${id}" is in another file of ${locale} too`);
      all.set(id, message);
    }
  }
  return all;
}

function variables(nodes: readonly MessageNode[], into = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type !== literal && node.type !== pound) into.add(String(node.value));
    for (const option of Object.values(node.options ?? {})) variables(option.value, into);
    variables(node.children ?? [], into);
  }
  return into;
}

// Message ids contain a dot, unlike the `id` attributes of elements.
const messageId = String.raw`['"\`]([a-z][\w-]*(?:\.[\w-]+)+)['"\`]`;
const used = [
  // <FormattedMessage id="…"> and id={'…'}, formatMessage({ id: '…' }), and { messageId: '…' }
  new RegExp(String.raw`\b(?:id|messageId|labelId|titleId|textId)(?:=\{?|:)\s*${messageId}`, 'g'),
  // t('…') and text('…')
  new RegExp(String.raw`\b(?:t|text)\(\s*${messageId}`, 'g'),
];
// A constant, or an object of constants, declared to hold message ids.
const constants =
  /\b\w*(?:[mM]essageIds?|[tT]extIds?|[lL]abelIds?|MESSAGE_IDS?)\b[^=;{}]*=\s*(\{[^}]*\}|['"`][^'"`]+['"`])/g;
const constantValue = new RegExp(String.raw`(?:^|[:\[,]\s*)${messageId}`, 'g');

// Error keys of the server: the client shows the text with this id.
const refusalId = /['"`](error(?:\.\w+)+)['"`]/g;

function* usedIds(source: string): Generator<string> {
  for (const pattern of [...used, refusalId])
    for (const [, id] of source.matchAll(pattern)) if (id !== undefined) yield id;
  for (const [, current = ''] of source.matchAll(constants)) {
    for (const [, id] of current.matchAll(constantValue)) if (id !== undefined) yield id;
  }
}

/**
 * The problems of the catalogues, one sentence each: syntax, different ids or variables between locales, and ids used
 * in `src` that don't exist.
 */
export function catalogueProblems(root: string): string[] {
  const problems: string[] = [];
  const read = new Map<string, Catalogue>();
  for (const locale of locales) {
    try {
      const catalogue = readLocale(catalogueFolder(root), locale);
      for (const [id, message] of catalogue) compileNamed(id, message, locale);
      read.set(locale, catalogue);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  const source = read.get(sourceLocale);
  if (source === undefined || problems.length > 0) return problems;
  for (const [locale, catalogue] of read) problems.push(...differences(source, catalogue, locale));
  // Machines have ids of another kind, and show no texts.
  return [...problems, ...unknownIds(root, 'src/{*,!(machines)/**/*}.{ts,tsx}', source, usedIds)];
}

/** The error keys (`error.…`) of server, contract and machines without a text, one sentence each. */
export function refusalProblems(root: string): string[] {
  const source = readLocale(catalogueFolder(root), sourceLocale);
  return unknownIds(root, '{contract,server,src/machines}/**/*.ts', source, function* refusals(code) {
    for (const [, id] of code.matchAll(refusalId)) if (id !== undefined) yield id;
  });
}

function catalogueFolder(root: string): string {
  return join(root, 'src', 'i18n', 'catalogues');
}

function unknownIds(
  root: string,
  pattern: string,
  source: Catalogue,
  idsIn: (code: string) => Iterable<string>,
): string[] {
  const files = globSync(pattern, { cwd: root, exclude: ['server/boot/**'] }).toSorted();
  return files.flatMap((file) =>
    [...new Set(idsIn(readFileSync(join(root, file), 'utf8')))]
      .filter((id) => !source.has(id))
      .map((id) => `${file.split(sep).join('/')}: uses "${id}", which no catalogue has`),
  );
}

function differences(source: Catalogue, catalogue: Catalogue, locale: string): string[] {
  const problems: string[] = [];
  for (const id of catalogue.keys()) {
    if (!source.has(id)) problems.push(`${locale}: "${id}" is not in ${sourceLocale}`);
  }
  for (const [id, message] of source) {
    const other = catalogue.get(id);
    if (other === undefined) {
      problems.push(`${locale}: "${id}" is missing`);
      continue;
    }
    const expected = [...variables(compile(message))].toSorted().join(', ');
    const found = [...variables(compile(other))].toSorted().join(', ');
    if (expected !== found)
      problems.push(`${locale}: "${id}" takes {${found}}, but ${sourceLocale} takes {${expected}}`);
  }
  return problems;
}
