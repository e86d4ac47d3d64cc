import { useState } from 'react';
import type { FlowNode, FlowNodeOf } from '../../../machines/entities/flows.ts';
import { useAskedListing } from '../../attendance/templates/use-asked-listing.ts';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { CampaignFileField } from '../campaigns/CampaignFileField.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useInstanceChoices } from '../list/use-listing.ts';

/* Steps that send what the company has: a message template or a file. */

type Content<Of extends string> = Extract<FlowNodeOf<'say'>['content'], { of: Of }>;

interface SayProps<Of extends string> {
  readonly node: FlowNodeOf<'say'>;
  readonly content: Content<Of>;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (what: string, node: FlowNode) => void;
}

/** A template with texts for its variables; the instance only says whose templates are offered. */
export function SayTemplate({ node, content, errorOf, onChange }: SayProps<'template'>) {
  const text = useText();
  const instances = useInstanceChoices();
  const offering = instances.options.filter(({ isSms, isGateway }) => isSms !== true && isGateway !== true);
  const [wanted, setWanted] = useState<string | null>(null);
  const instance = wanted ?? offering[0]?.id ?? null;
  const { rows, failure, retry } = useAskedListing('chat.templates', instance === null ? null : { instance });
  // A flow keeps a file's id alone.
  const [fileName, setFileName] = useState<string | null>(null);
  const templates = rows ?? [];
  const template = templates.find(({ id }) => id === content.template_id);
  const change = (what: string, next: Content<'template'>) => onChange(what, { ...node, content: next });
  return (
    <>
      <FailedLookups lookups={[instances, { hasFailed: failure !== null, retry }]} />
      {offering.length > 1 && (
        <Select
          label={text('flow.say.template.of')}
          options={offering}
          value={instance}
          placeholder={text('flow.choose')}
          onChange={setWanted}
        />
      )}
      <Select
        label={text('flow.say.template')}
        description={text('flow.say.template.hint')}
        options={templates.map(({ id, name, language }) => ({ id, label: name, hint: language }))}
        value={template?.id ?? null}
        placeholder={text(content.template_id === '' ? 'flow.choose' : 'flow.say.template.chosen')}
        onChange={(id) => {
          setFileName(null);
          change('template', { of: 'template', template_id: id, values: {} });
        }}
        error={errorOf('content.template_id')}
      />
      {template !== undefined && template.headerFile !== null && (
        <CampaignFileField
          kind={template.headerFile}
          file={content.file_id === undefined ? null : { name: fileName ?? text('flow.say.file.kept') }}
          error={errorOf('content.file_id')}
          isReadOnly={false}
          onChange={(file) => {
            setFileName(file.name);
            change('file', { ...content, file_id: file.id });
          }}
          onUploading={ignore}
        />
      )}
      {template !== undefined && <p>{template.body}</p>}
      {template?.variables.map(({ key, name, example }) => (
        <TextField
          key={key}
          label={text('flow.say.template.value', { name })}
          description={example === null ? undefined : text('flow.say.template.example', { example })}
          value={content.values[key] ?? ''}
          onChange={(value) => {
            const { [key]: _before, ...others } = content.values;
            change(`value ${key}`, { ...content, values: value === '' ? others : { ...others, [key]: value } });
          }}
          error={errorOf(`content.values.${key}`)}
        />
      ))}
    </>
  );
}

/** A file with a caption. */
export function SayFile({ node, content, errorOf, onChange }: SayProps<'media'>) {
  const text = useText();
  // A flow keeps a file's id alone.
  const [name, setName] = useState<string | null>(null);
  const change = (what: string, next: Content<'media'>) => onChange(what, { ...node, content: next });
  return (
    <>
      <CampaignFileField
        kind={undefined}
        file={content.file_id === '' ? null : { name: name ?? text('flow.say.file.kept') }}
        error={errorOf('content.file_id')}
        isReadOnly={false}
        onChange={(file) => {
          setName(file.name);
          change('file', { ...content, file_id: file.id });
        }}
        onUploading={ignore}
      />
      <TextArea
        label={text('flow.say.caption')}
        rows={2}
        value={content.caption ?? ''}
        onChange={(caption) => change('caption', { ...content, caption: caption === '' ? null : caption })}
        error={errorOf('content.caption')}
      />
    </>
  );
}

const ignore = () => undefined;
