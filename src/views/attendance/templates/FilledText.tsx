import type { ReactNode } from 'react';
import { filledTemplate, type TemplateTexts } from '../../../../contract/facts/templates.ts';
import { parseText, type TextToken } from '../../rich-text/parse.ts';
import styles from './Templates.module.css';

/** Stand around a value while the whole text is parsed; WhatsApp's own texts never have them. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const VALUE = /(\uE000[^\uE000\uE001]*\uE001)/u;
const EITHER = /[\uE000\uE001]/gu;

interface FilledTextProps {
  readonly template: TemplateTexts;
  readonly values: Readonly<Record<string, string>>;
}

/** A template's text as the customer will see it, with the values that were filled in marked. */
export function FilledText({ template, values }: FilledTextProps) {
  const marked = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === '' ? '' : `${OPEN}${value}${CLOSE}`]),
  );
  return <span data-text="">{parseText(filledTemplate(template, marked)).map(draw)}</span>;
}

function draw(token: TextToken, index: number): ReactNode {
  switch (token.kind) {
    case 'text':
      return token.text.split(VALUE).map((part, at) =>
        at % 2 === 0 ? (
          plain(part)
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
          <b key={at} className={styles.value}>
            {plain(part)}
          </b>
        ),
      );
    case 'mono':
      return <code key={index}>{plain(token.text)}</code>;
    case 'bold':
      return <strong key={index}>{token.children.map(draw)}</strong>;
    case 'italic':
      return <em key={index}>{token.children.map(draw)}</em>;
    case 'strike':
      return <s key={index}>{token.children.map(draw)}</s>;
    case 'link':
      return <u key={index}>{plain(token.text)}</u>;
  }
}

/** Without what stands around a value, as where a value has marks of its own. */
function plain(text: string): string {
  return text.replaceAll(EITHER, '');
}
