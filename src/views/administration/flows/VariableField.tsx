import { useState } from 'react';
import { FLOW_VALUE_MAX, FLOW_VARIABLE_TYPES, FLOW_VARIABLES_MAX } from '../../../../contract/facts/flows.ts';
import type { FlowExpects, FlowVariableType } from '../../../../contract/facts/flows.ts';
import { isVariableName } from '../../../../flows/reading.ts';
import { TYPES_TAKING, typedDate, typedNumber } from '../../../../flows/values.ts';
import type { Flow } from '../../../machines/entities/flows.ts';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { useUnsavedGuard } from '../form/use-unsaved-guard.tsx';

interface VariableFieldProps {
  readonly label: string;
  /** The option for none; left out where there has to be one. */
  readonly none?: string;
  readonly value: string | null;
  /** What is saved; anything if left out. */
  readonly expects?: FlowExpects;
  readonly document: FlowDocument;
  readonly onChange: (name: string | null) => void;
  readonly onEdit: (edit: FlowEdit) => void;
  readonly error?: string | undefined;
}

type FlowVariable = Flow['variables'][string];

const NONE = '-';
const NEW = '+';

/** Chooses a variable of the flow, or makes one. */
export function VariableField({ label, none, value, expects, document, onChange, onEdit, error }: VariableFieldProps) {
  const text = useText();
  const [isMaking, setMaking] = useState(false);
  const fitting: readonly FlowVariableType[] = expects === undefined ? FLOW_VARIABLE_TYPES : TYPES_TAKING[expects];
  const variables = Object.entries(document.flow.variables);
  return (
    <>
      <Select
        label={label}
        options={[
          ...(none === undefined ? [] : [{ id: NONE, label: none }]),
          ...variables
            .filter(([name, { type }]) => fitting.includes(type) || name === value)
            .map(([id, { type }]) => ({ id, label: id, hint: text(`flow.variable.${type}`) })),
          ...(variables.length < FLOW_VARIABLES_MAX ? [{ id: NEW, label: text('flow.variable.new') }] : []),
        ]}
        value={value ?? (none === undefined ? null : NONE)}
        placeholder={text('flow.choose')}
        onChange={(id) => (id === NEW ? setMaking(true) : onChange(id === NONE ? null : id))}
        error={error}
      />
      {isMaking && (
        <NewVariable
          types={fitting}
          document={document}
          onClose={() => setMaking(false)}
          onMake={(name, variable) => {
            onEdit({ of: 'variable', name, ...variable });
            onChange(name);
            setMaking(false);
          }}
        />
      )}
    </>
  );
}

interface NewVariableProps {
  readonly types: readonly FlowVariableType[];
  readonly document: FlowDocument;
  readonly onMake: (name: string, variable: FlowVariable) => void;
  readonly onClose: () => void;
}

export function NewVariable({ types, document, onMake, onClose }: NewVariableProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [type, setType] = useState<FlowVariableType>(types[0] ?? 'text');
  const [wasTried, setTried] = useState(false);
  const [initial, setInitial] = useState('');
  const { leave, question } = useUnsavedGuard(name !== '' || initial !== '');
  const isTaken = Object.hasOwn(document.flow.variables, name);
  const isNameWrong = isTaken || !isVariableName(name);
  const begins = initialOf(type, initial);
  const isInitialWrong = type !== 'choice' && initial.trim() !== '' && begins === undefined;
  const isWrong = isNameWrong || isInitialWrong;
  const make = () => onMake(name, { type, ...(begins !== undefined && { initial: begins }) });
  return (
    <Dialog
      title={text('flow.variable.new')}
      isOpen
      size="sm"
      onClose={() => leave(onClose)}
      footer={
        <>
          <Button onPress={() => leave(onClose)}>{text('action.cancel')}</Button>
          <Button variant="primary" onPress={() => (isWrong ? setTried(true) : make())}>
            {text('flow.variable.add')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        isVerbatim
        label={text('flow.variable.name')}
        description={text('flow.variable.name.hint')}
        value={name}
        onChange={setName}
        error={wasTried && isNameWrong ? text(isTaken ? 'flow.variable.taken' : 'error.flow.variableName') : undefined}
      />
      <Select
        label={text('flow.variable.type')}
        options={types.map((id) => ({ id, label: text(`flow.variable.${id}`) }))}
        value={type}
        placeholder={text('flow.choose')}
        onChange={(id) => setType(types.find((each) => each === id) ?? type)}
      />
      {type !== 'choice' && (
        <TextField
          label={text('flow.variable.initial')}
          description={text('flow.variable.initial.hint')}
          value={initial}
          maxLength={FLOW_VALUE_MAX}
          onChange={setInitial}
          error={wasTried && isInitialWrong ? text('flow.variable.initial.wrong') : undefined}
        />
      )}
      {question}
    </Dialog>
  );
}

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ['sim', true],
  ['yes', true],
  ['não', false],
  ['nao', false],
  ['no', false],
]);

/** What is typed as a variable's value to begin with; undefined for nothing, and for what doesn't fit. */
function initialOf(type: FlowVariableType, typed: string): FlowVariable['initial'] | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return undefined;
  switch (type) {
    case 'text':
      return trimmed;
    case 'number':
      return typedNumber(trimmed);
    case 'date':
      return typedDate(trimmed);
    case 'boolean':
      return YES_OR_NO.get(trimmed.toLowerCase());
    case 'choice':
      return undefined;
  }
}
