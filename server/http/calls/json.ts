import type { FastifyInstance } from 'fastify';
import { invalid } from '../../domain/errors.ts';

/** Deepest nesting of a body; ours need 5. */
const DEPTH_MAX = 32;
/** Most values in a body, including nested ones; our longest lists have some hundred. */
const VALUES_MAX = 10_000;

/** Refuses JSON bodies that are slow to parse for their size: a megabyte of `[[[[…` would block the event loop. */
export function limitJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCheap(body)) void parse(request, body, done);
    else done(invalid());
  });
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** In one pass, without recursion. Invalid JSON is left to the parser. */
function isCheap(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if ((code | 0x20) === 0x7b) {
      depth += 1;
      values += 1;
    } else if ((code | 0x20) === 0x7d) {
      depth -= 1;
    }
    if (depth > DEPTH_MAX || values > VALUES_MAX) return false;
  }
  return true;
}

/** Index where the string that begins here ends; the text's end if unterminated. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
