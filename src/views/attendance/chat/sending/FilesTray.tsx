import { useSelector } from '@xstate/react';
import { use, useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { CAPTION_MAX_LENGTH } from '../../../../../contract/facts/limits.ts';
import { OUTGOING_FILES_AT_ONCE, takesCaption } from '../../../../../contract/facts/outgoing-file.ts';
import { selectModSends } from '../../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { PlusIcon } from '../../../kit/administration-icons.tsx';
import { Banner } from '../../../kit/Banner.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { cx } from '../../../kit/cx.ts';
import { Dialog } from '../../../kit/Dialog.tsx';
import { CloseIcon, DocumentIcon, ImageIcon, SendIcon } from '../../../kit/icons.tsx';
import { Pressable } from '../../../kit/Pressable.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { isTouch } from '../../focus.ts';
import { useLeaveBlock } from '../../../administration/form/use-unsaved-guard.tsx';
import { tagIcons } from '../Attachment.tsx';
import { ClosedContext } from './closed.ts';
import { KeptHere } from './KeptHere.tsx';
import { chosenOf, withinLimit, type Chosen, type Picked } from './chosen.ts';
import type { SendingProps, Submit } from './Sending.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { useSignature } from '../use-signature.ts';
import styles from './FilesTray.module.css';

interface FilesTrayProps extends Pick<SendingProps, 'instance' | 'draft' | 'onDraft'> {
  readonly onSend: Submit;
  /** All files chosen since it opened. */
  readonly added: readonly Picked[];
  /** More files: they come back in `added`. */
  readonly onAdd: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

/** The chosen files before they are sent: each with its preview, its caption, and what becomes of it. */
export function FilesTray({ added, onAdd, instance, draft, onDraft, onSend, onClose }: FilesTrayProps) {
  const modSends = useSelector(useApp().directory.shell, selectModSends);
  const max = CAPTION_MAX_LENGTH - useSignature().length;
  const text = useText();
  const formats = useFormats();
  const { newClientId } = useApp();
  const isClosed = use(ClosedContext) !== undefined;
  const more = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [captions, setCaptions] = useState<Readonly<Record<string, string>>>({});
  const [shownId, setShownId] = useState<string>();
  const [isCut, setCut] = useState(false);
  /** What follows when the files are discarded; undefined while it isn't asked. */
  const [afterDiscard, setAfterDiscard] = useState<() => void>();
  useLeaveBlock(chosen.length > 0, (go) => setAfterDiscard(() => go));
  /** The file that got the words of the composer. */
  const [draftedId, setDraftedId] = useState<string>();

  const add = (files: readonly Picked[]) => {
    const { taken, isCut: isOver } = withinLimit(chosen.length, files);
    const next = taken.map((picked) => chosenOf(newClientId(), picked, instance.gateway));
    const drafted = draftedId === undefined ? next.find(({ sentAs }) => takesCaption(sentAs)) : undefined;
    if (drafted !== undefined && draft.trim() !== '' && draft.length <= max) {
      setCaptions((before) => ({ ...before, [drafted.id]: draft }));
      setDraftedId(drafted.id);
    }
    setChosen([...chosen, ...next]);
    setShownId((before) => before ?? next[0]?.id);
    setCut(isOver);
  };
  const addNew = useEffectEvent(add);
  const addedCount = useRef(0);
  useEffect(() => {
    const news = added.slice(addedCount.current);
    addedCount.current = added.length;
    if (news.length > 0) addNew(news);
  }, [added]);

  const at = Math.max(
    0,
    chosen.findIndex(({ id }) => id === shownId),
  );
  const shown = chosen[at];
  const caption = shown === undefined ? '' : (captions[shown.id] ?? '');
  const over = caption.length - max;
  const wrong = chosen.find(({ id, problem }) => problem !== null || (captions[id] ?? '').length > max);

  const remove = (id: string) => {
    const rest = chosen.filter((file) => file.id !== id);
    if (rest.length === 0) {
      onClose();
      return;
    }
    setChosen(rest);
    if (shown?.id === id) setShownId(rest[Math.min(at, rest.length - 1)]?.id);
    setCut(false);
  };
  /** All that was typed goes back into the composer. */
  const giveBack = useEffectEvent(() => {
    if (isSent.current) return;
    const captioned = chosen.filter(({ id }) => id !== draftedId).map(({ id }) => captions[id] ?? '');
    const words = [draftedId === undefined ? draft : (captions[draftedId] ?? ''), ...captioned]
      .filter((caption) => caption.trim() !== '')
      .join('\n');
    if (words !== draft) onDraft(words);
  });
  // Also when the conversation is closed under it.
  useEffect(() => () => giveBack(), []);
  const send = () => {
    if (isClosed) return;
    if (wrong !== undefined) {
      setShownId(wrong.id);
      return;
    }
    isSent.current = true;
    for (const [index, { id, file, name, sentAs }] of chosen.entries()) {
      const words = takesCaption(sentAs) ? (captions[id] ?? '').trim() : '';
      onSend({ text: words, file: { blob: file, name }, keepsDraft: id !== draftedId, isFirst: index === 0 });
    }
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (modSends ? !event.ctrlKey && !event.metaKey : event.shiftKey) return;
    if (event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    send();
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (files.length > 0) onAdd(files);
  };

  if (shown === undefined) return null;
  return (
    <>
      <Dialog
        size="lg"
        title={text('sending.tray.title', { count: chosen.length })}
        isOpen
        onClose={() => setAfterDiscard(() => onClose)}
        footer={
          // With a wrong file among them it shows that one.
          <Button variant="primary" icon={<SendIcon size={16} />} isDisabled={isClosed} onPress={send}>
            {text('sending.send')}
          </Button>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter sends from every field in it */}
        <div className={styles.tray} onKeyDown={onKeyDown} data-tray="">
          <KeptHere file={{ blob: shown.file, name: shown.name }} />
          <Preview key={shown.id} chosen={shown} />
          <Remarks chosen={shown} />
          {isCut && <Banner tone="warning">{text('sending.tooMany', { max: OUTGOING_FILES_AT_ONCE })}</Banner>}
          {takesCaption(shown.sentAs) ? (
            <TextArea
              label={text('sending.caption')}
              autoFocus={!isTouch()}
              rows={2}
              value={caption}
              onChange={(value) => setCaptions({ ...captions, [shown.id]: value })}
              error={over > 0 ? text('sending.caption.tooLong', { count: over, max: formats.number(max) }) : undefined}
            />
          ) : (
            <p className={styles.hint}>{text('sending.caption.none')}</p>
          )}
          <ul className={styles.strip} aria-label={text('sending.tray.files')}>
            {chosen.map((one) => (
              <li key={one.id} className={cx(one.problem !== null && styles.wrong)}>
                <Pressable
                  className={styles.thumb}
                  aria-current={one.id === shown.id}
                  aria-label={text('sending.tray.show', { name: one.name, size: formats.fileSize(one.file.size) })}
                  onPress={() => setShownId(one.id)}
                >
                  <Thumbnail chosen={one} />
                </Pressable>
                <IconButton
                  size="sm"
                  className={styles.remove}
                  label={text('sending.tray.remove', { name: one.name })}
                  icon={<CloseIcon size={14} />}
                  onPress={() => remove(one.id)}
                />
              </li>
            ))}
            <li>
              <IconButton
                variant="default"
                label={text('sending.tray.add')}
                icon={<PlusIcon />}
                className={styles.add}
                onPress={() => more.current?.click()}
              />
            </li>
          </ul>
          <input ref={more} type="file" multiple hidden tabIndex={-1} aria-hidden="true" onChange={onChange} />
        </div>
      </Dialog>
      {afterDiscard !== undefined && (
        <ConfirmDialog
          title={text('sending.close.title', { count: chosen.length })}
          confirmLabel={text('action.discard')}
          cancelLabel={text('sending.close.keep')}
          tone="danger"
          isOpen
          onConfirm={() => {
            onClose();
            afterDiscard();
          }}
          onClose={() => setAfterDiscard(undefined)}
        >
          {text('sending.close.text')}
        </ConfirmDialog>
      )}
    </>
  );
}

function Remarks({ chosen: { file, name, max, problem, remark } }: { readonly chosen: Chosen }) {
  const text = useText();
  const formats = useFormats();
  if (problem !== null)
    return (
      <Banner tone="danger">
        {text(`sending.${problem}`, { name, size: formats.fileSize(file.size), max: formats.fileSize(max) })}
      </Banner>
    );
  return remark === null ? null : <p className={styles.hint}>{text(`sending.${remark}`)}</p>;
}

/** Whether it is a picture that the browser can draw. */
function isDrawn({ tag, problem }: Chosen): boolean {
  return (tag === 'image' || tag === 'sticker') && problem === null;
}

function Preview({ chosen }: { readonly chosen: Chosen }) {
  const formats = useFormats();
  const { file, name, tag } = chosen;
  const url = useObjectUrl(file);
  return (
    <figure className={styles.preview}>
      {isDrawn(chosen) ? (
        <img src={url} alt="" />
      ) : tag === 'image' || tag === 'sticker' ? (
        <ImageIcon size={44} />
      ) : tag === 'video' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of the attendant's has none
        <video src={url} controls preload="metadata" aria-label={name} />
      ) : tag === 'audio' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of the attendant's has none
        <audio src={url} controls aria-label={name} />
      ) : (
        <DocumentIcon size={44} />
      )}
      <figcaption>
        <b>{name}</b> {formats.fileSize(file.size)}
      </figcaption>
    </figure>
  );
}

function Thumbnail({ chosen }: { readonly chosen: Chosen }) {
  const url = useObjectUrl(chosen.file);
  const Symbol = tagIcons[chosen.tag] ?? DocumentIcon;
  return isDrawn(chosen) ? <img src={url} alt="" /> : <Symbol size={22} />;
}
