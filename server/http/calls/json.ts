import type { FastifyInstance } from 'fastify';
import { invalid } from '../../domain/errors.ts';

/** Deepest nesting of a body; the deepest of ours is 5. */
const DEPTH_MAX = 32;
/** Most values of a body: those of a list and an object each count. The longest lists of ours have some hundred. */
const VALUES_MAX = 10_000;

/** Refuses JSON bodies that are long to parse for their size: `[[[[…` of a megabyte would hold everybody up. */
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

/** In one pass, without recursion. What is no JSON is for the parser to refuse. */
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

/** Where the string ends that begins at a quote; the text's end when it doesn't. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
