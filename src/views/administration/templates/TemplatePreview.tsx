import { useId, type ReactNode } from 'react';
import { variablesOf } from '../../../../contract/facts/templates.ts';
import type { TemplateButton, TemplateFileKind } from '../../../../contract/facts/template-form.ts';
import { FilledText } from '../../attendance/templates/FilledText.tsx';
import { CopyIcon, LinkIcon, PhoneIcon } from '../../kit/administration-icons.tsx';
import { DocumentIcon, ImageIcon, ReplyIcon, VideoIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import type { TemplateValues } from './template-values.ts';
import styles from './Templates.module.css';

const fileIcons = { image: ImageIcon, video: VideoIcon, document: DocumentIcon } as const;
const buttonIcons: Readonly<Record<TemplateButton['type'], ReactNode>> = {
  QUICK_REPLY: <ReplyIcon />,
  URL: <LinkIcon />,
  PHONE_NUMBER: <PhoneIcon />,
  COPY_CODE: <CopyIcon />,
};

interface TemplatePreviewProps {
  readonly values: TemplateValues;
  /** Names of examples, by id. */
  readonly files: ReadonlyMap<string, string>;
}

/** The message as the phone shows it, with the examples in place of the variables. */
export function TemplatePreview({ values, files }: TemplatePreviewProps) {
  const text = useText();
  const id = useId();
  const { header, body, footer, buttons, cards, card_header: cardHeader } = values;
  const isCarousel = cards.length > 0;
  const nameOf = (id: string | null) => (id === null ? undefined : files.get(id));
  return (
    <figure className={styles.phone} aria-labelledby={id}>
      <figcaption id={id}>{text('template.preview')}</figcaption>
      <div className={styles.screen}>
        <div className={styles.bubble}>
          {!isCarousel && header !== 'none' && header !== 'text' && (
            <File kind={header} name={nameOf(values.header_file_id)} />
          )}
          <div className={styles.said}>
            {!isCarousel && header === 'text' && (
              <strong className={styles.title}>
                <Words part="header" text={values.header_text} values={values} />
              </strong>
            )}
            {body.trim() === '' ? (
              <span className={styles.blank}>{text('template.preview.none')}</span>
            ) : (
              <Words part="body" text={body} values={values} />
            )}
            {!isCarousel && footer.trim() !== '' && <small className={styles.footer}>{footer}</small>}
            <small className={styles.time} aria-hidden="true">
              14:32
            </small>
          </div>
          {!isCarousel && <Buttons buttons={buttons} />}
        </div>
        {isCarousel && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
          <ul className={styles.cards} aria-label={text('template.kind.carousel')} tabIndex={0}>
            {cards.map((card, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- cards have nothing else of their own
              <li key={at} className={styles.bubble}>
                <File kind={cardHeader} name={nameOf(card.file_id)} />
                <div className={styles.said}>
                  <Words part={`card.${at}`} text={card.body.trim() === '' ? '…' : card.body} values={values} />
                </div>
                <Buttons buttons={card.buttons} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={styles.hint}>{text('template.preview.hint')}</p>
    </figure>
  );
}

function File({ kind, name }: { readonly kind: TemplateFileKind; readonly name: string | undefined }) {
  const Icon = fileIcons[kind];
  return (
    <span className={kind === 'document' ? styles.document : styles.media}>
      <Icon size={kind === 'document' ? 20 : 30} />
      {name !== undefined && <small>{name}</small>}
    </span>
  );
}

function Buttons({ buttons }: { readonly buttons: readonly TemplateButton[] }) {
  const text = useText();
  return buttons.map(({ type, text: caption }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- buttons have nothing else of their own
    <span key={at} className={styles.button}>
      {buttonIcons[type]} {type === 'COPY_CODE' ? text('template.button.copy') : caption.trim() || '…'}
    </span>
  ));
}

interface WordsProps {
  readonly part: string;
  readonly text: string;
  readonly values: TemplateValues;
}

/** A part's text with its examples, drawn as WhatsApp draws it. */
function Words({ part, text, values: { examples } }: WordsProps) {
  const values = Object.fromEntries(
    variablesOf(text).map((name) => [
      `body.${name}`,
      examples.find((each) => each.key === `${part}.${name}`)?.value.trim() ?? '',
    ]),
  );
  return <FilledText template={{ header: null, body: text, footer: null }} values={values} />;
}
