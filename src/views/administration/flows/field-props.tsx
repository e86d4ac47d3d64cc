import { FLOW_MINUTES_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowNode } from '../../../machines/entities/flows.ts';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import { NumberField } from '../../kit/NumberField.tsx';
import { useText } from '../../kit/useText.ts';

/** What the form of each kind of step is given. */
export interface FieldsProps<Node extends FlowNode> {
  readonly node: Node;
  readonly document: FlowDocument;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (what: string, node: FlowNode) => void;
  readonly onEdit: (edit: FlowEdit) => void;
}

interface MinutesProps {
  readonly label: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (minutes: number) => void;
}

export function Minutes({ label, value, error, onChange }: MinutesProps) {
  const text = useText();
  return (
    <NumberField
      label={label}
      unit={text('flow.unit.minutes')}
      value={value}
      min={1}
      max={FLOW_MINUTES_MAX}
      onChange={(minutes) => onChange(minutes ?? 0)}
      error={error}
    />
  );
}
