import { FLOW_BUTTON_LABEL_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowNode, FlowNodeOf } from '../../../machines/entities/flows.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices } from '../list/use-listing.ts';
import { AskFields } from './AskFields.tsx';
import { Minutes, type FieldsProps } from './field-props.tsx';
import { SayFile, SayTemplate } from './SayOwn.tsx';
import { useFlows } from './use-flows.ts';
import { BranchFields, RequestFields, SetFields } from './DataFields.tsx';

/** The form of a step. */
export function StepFields({ node, ...rest }: FieldsProps<FlowNode> & { readonly id: string }) {
  switch (node.kind) {
    case 'say':
      return <SayFields node={node} {...rest} />;
    case 'ask':
      return <AskFields node={node} {...rest} />;
    case 'branch':
      return <BranchFields node={node} {...rest} />;
    case 'hours':
      return <HoursFields node={node} {...rest} />;
    case 'set':
      return <SetFields node={node} {...rest} />;
    case 'request':
      return <RequestFields node={node} {...rest} />;
    case 'pause':
      return <PauseFields node={node} {...rest} />;
    case 'call':
    case 'goto':
      return <OtherFlowFields node={node} {...rest} />;
    case 'handoff':
      return <HandoffFields node={node} {...rest} />;
    case 'end':
      return <EndFields node={node} {...rest} />;
  }
}

function SayFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'say'>>) {
  const text = useText();
  const { content } = node;
  const change = (what: string, next: FlowNodeOf<'say'>['content']) => onChange(what, { ...node, content: next });
  const said = content.of === 'text' || content.of === 'link' ? content.text : '';
  return (
    <>
      <Select
        label={text('flow.say.of')}
        options={(['text', 'link', 'template', 'media'] as const).map((id) => ({ id, label: text(`flow.say.${id}`) }))}
        value={content.of}
        placeholder={text('flow.choose')}
        onChange={(of) => {
          if (of === 'text') change('of', { of, text: said });
          else if (of === 'link') change('of', { of, text: said, label: '', url: 'https://' });
          else if (of === 'template') change('of', { of, template_id: '', values: {} });
          else if (of === 'media') change('of', { of, file_id: '', caption: said === '' ? null : said });
        }}
      />
      {content.of === 'template' && <SayTemplate node={node} content={content} errorOf={errorOf} onChange={onChange} />}
      {content.of === 'media' && <SayFile node={node} content={content} errorOf={errorOf} onChange={onChange} />}
      {(content.of === 'text' || content.of === 'link') && (
        <TextArea
          label={text('flow.message')}
          description={text('flow.message.hint')}
          rows={4}
          value={content.text}
          onChange={(next) => change('text', { ...content, text: next })}
          error={errorOf('content.text')}
        />
      )}
      {content.of === 'link' && (
        <>
          <TextField
            label={text('flow.say.link.label')}
            value={content.label}
            maxLength={FLOW_BUTTON_LABEL_MAX}
            onChange={(label) => change('link', { ...content, label })}
            error={errorOf('content.label')}
          />
          <TextField
            label={text('flow.say.link.url')}
            isVerbatim
            value={content.url}
            onChange={(url) => change('url', { ...content, url })}
            error={errorOf('content.url')}
          />
        </>
      )}
    </>
  );
}

function HoursFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'hours'>>) {
  const text = useText();
  const departments = useChoices('choices.departments');
  return (
    <>
      <FailedLookups lookups={[departments]} />
      <Select
        label={text('flow.department')}
        options={departments.options}
        value={node.department_id === '' ? null : node.department_id}
        placeholder={text('flow.choose')}
        onChange={(id) => onChange('department', { ...node, department_id: id })}
        error={errorOf('department_id')}
      />
    </>
  );
}

function PauseFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'pause'>>) {
  const text = useText();
  const { lasts } = node;
  return (
    <>
      <SegmentedControl
        label={text('flow.pause.of')}
        options={[
          { value: 'minutes', label: text('flow.pause.minutes') },
          { value: 'until', label: text('flow.pause.until') },
        ]}
        value={'until' in lasts ? 'until' : 'minutes'}
        onChange={(of) => onChange('of', { ...node, lasts: of === 'until' ? { until: '09:00' } : { minutes: 60 } })}
      />
      {'until' in lasts ? (
        <TextField
          label={text('flow.pause.time')}
          type="time"
          value={lasts.until}
          onChange={(until) => onChange('until', { ...node, lasts: { until } })}
          error={errorOf('lasts') ?? errorOf('lasts.until')}
        />
      ) : (
        <Minutes
          label={text('flow.pause.for')}
          value={lasts.minutes}
          error={errorOf('lasts') ?? errorOf('lasts.minutes')}
          onChange={(minutes) => onChange('minutes', { ...node, lasts: { minutes } })}
        />
      )}
    </>
  );
}

function OtherFlowFields({ node, document, errorOf, onChange }: FieldsProps<FlowNodeOf<'call' | 'goto'>>) {
  const text = useText();
  const flows = useFlows();
  const lookup = { hasFailed: flows.failure !== null, retry: flows.retry };
  return (
    <>
      <FailedLookups lookups={[lookup]} />
      <Select
        label={text('flow.other')}
        description={text('flow.other.hint')}
        options={(flows.rows ?? [])
          .filter(({ number, kind }) => number !== null && kind === document.flow.kind)
          .map(({ id, name }) => ({ id, label: name }))}
        value={node.flow_id === '' ? null : node.flow_id}
        placeholder={text('flow.choose')}
        onChange={(id) => onChange('flow', { ...node, flow_id: id })}
        error={errorOf('flow_id')}
      />
    </>
  );
}

function HandoffFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'handoff'>>) {
  const text = useText();
  const departments = useChoices('choices.departments');
  const people = useChoices('choices.users');
  const { to } = node;
  const change = (next: FlowNodeOf<'handoff'>['to']) => onChange('to', { ...node, to: next });
  return (
    <>
      <FailedLookups lookups={[departments, people]} />
      <Select
        label={text('flow.handoff.to')}
        options={(['queue', 'department', 'person'] as const).map((id) => ({ id, label: text(`flow.handoff.${id}`) }))}
        value={to.of}
        placeholder={text('flow.choose')}
        onChange={(of) => change(of === 'department' || of === 'person' ? { of, id: '' } : { of: 'queue' })}
      />
      {to.of !== 'queue' && (
        <Select
          label={text(to.of === 'person' ? 'flow.handoff.person' : 'flow.department')}
          options={(to.of === 'person' ? people : departments).options}
          value={to.id === '' ? null : to.id}
          placeholder={text('flow.choose')}
          onChange={(id) => change({ of: to.of, id })}
          error={errorOf('to.id')}
        />
      )}
      <Farewell node={node} errorOf={errorOf} onChange={onChange} />
    </>
  );
}

function EndFields({ node, errorOf, onChange }: FieldsProps<FlowNodeOf<'end'>>) {
  const text = useText();
  return (
    <>
      <Farewell node={node} errorOf={errorOf} onChange={onChange} />
      <Checkbox isSelected={node.finishes} onChange={(finishes) => onChange('finishes', { ...node, finishes })}>
        {text('flow.end.finishes')}
      </Checkbox>
    </>
  );
}

function Farewell({
  node,
  errorOf,
  onChange,
}: Pick<FieldsProps<FlowNodeOf<'handoff' | 'end'>>, 'node' | 'errorOf' | 'onChange'>) {
  const text = useText();
  return (
    <TextArea
      label={text('flow.farewell')}
      description={text('flow.farewell.hint')}
      value={node.text ?? ''}
      onChange={(said) => onChange('text', { ...node, text: said === '' ? null : said })}
      error={errorOf('text')}
    />
  );
}
