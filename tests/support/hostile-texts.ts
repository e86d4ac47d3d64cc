/** Texts that cost a careless parser the square of their length, or more. Each is made about as long as asked. */
export const HOSTILE_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'one word': (length) => 'a'.repeat(length),
  'marks that never close': repeating(' *a'),
  'marks that close at the next': repeating(' *a*'),
  'marks within marks': repeating(' *_~a'),
  'marks on lines of their own': repeating('*a\n'),
  backticks: repeating('`'),
  'backticks on lines of their own': repeating('`a\n'),
  'fences that never close': (length) => `${'```'.repeat(length / 3 - 1)}a`,
  'halves of e-mail addresses': repeating('a@b'),
  'an e-mail address without its end': (length) => `a@${'b.'.repeat(length / 2 - 1)}.`,
  'beginnings of links': repeating('https://'),
  'what could begin a link': repeating('htwm'),
  'punctuation after a link': (length) => `www.a${'.'.repeat(length - 6)}a`,
  'a long international host': (length) => `https://${'é'.repeat(length - 8)}`,
  'long international hosts': repeating(`https://${'éèê'.repeat(80)} `),
  'blanks before the end': (length) => `${' '.repeat(length - 1)}a`,
};

function repeating(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
