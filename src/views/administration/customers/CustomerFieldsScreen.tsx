import { useState, type ReactNode } from 'react';
import { CUSTOMER_FIELD_TYPES, FIELD_POSITION_MAX } from '../../../../contract/facts/customers.ts';
import { TAG_COLORS } from '../../../../contract/facts/tag-colors.ts';
import type { CustomerField, ManagedTag, Outcome } from '../../../machines/entities/customers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import type { ListQuery, ListRows } from '../../../machines/log/events-administration.ts';
import { PencilIcon, PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { PersonIcon } from '../../kit/icons.tsx';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TagChip } from '../../kit/TagChip.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { useText } from '../../kit/useText.ts';
import { ActionDialog } from '../form/ActionDialog.tsx';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useListing, type Listing } from '../list/use-listing.ts';

const ofTag = fieldsOf<FormFields['tag']>();
const ofOutcome = fieldsOf<FormFields['outcome']>();
const ofField = fieldsOf<FormFields['customerField']>();

const firstQuery: ListQuery = {
  page: 1,
  limit: 50,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
};

const views = ['tags', 'fields', 'outcomes'] as const;
type View = (typeof views)[number];

/** /customer-fields: the company's tags, customer fields and outcomes. */
export function CustomerFieldsScreen() {
  const text = useText();
  const [view, setView] = useState<View>('tags');
  const lead = (
    <SegmentedControl
      label={text('customers.settings.view')}
      options={views.map((value) => ({ value, label: text(`customers.settings.${value}`) }))}
      value={view}
      onChange={setView}
    />
  );
  if (view === 'tags') return <Tags lead={lead} />;
  return view === 'fields' ? <OwnFields lead={lead} /> : <Outcomes lead={lead} />;
}

type Opened<Row> = { readonly kind: 'edit'; readonly id: string } | { readonly kind: 'delete'; readonly row: Row };

type Managed = 'tags' | 'customerFields' | 'outcomes';

interface ManagedListProps<Name extends Managed> {
  /** Names its texts. */
  readonly of: 'tag' | 'field' | 'outcome';
  readonly form: 'tag' | 'customerField' | 'outcome';
  readonly listing: Listing<Name>;
  readonly columns: readonly TableColumn<ListRows[Name]>[];
  readonly lead: ReactNode;
  /** The form's fields. */
  readonly children: ReactNode;
}

/** A list whose rows are created, edited and deleted in dialogs. */
function ManagedList<Name extends Managed>(props: ManagedListProps<Name>) {
  const { of, form, listing, columns, lead, children } = props;
  const text = useText();
  const [opened, setOpened] = useState<Opened<ListRows[Name]>>();
  const edit = (id: string) => setOpened({ kind: 'edit', id });
  const close = () => setOpened(undefined);
  const menuOf = (row: ListRows[Name]): readonly MenuGroup[] => [
    {
      id: 'change',
      onSelect: () => edit(row.id),
      entries: [{ id: 'edit', label: text('action.edit'), icon: <PencilIcon /> }],
    },
    {
      id: 'danger',
      onSelect: () => setOpened({ kind: 'delete', row }),
      entries: [{ id: 'delete', label: text('customers.delete'), icon: <TrashIcon />, tone: 'danger' }],
    },
  ];
  const create = (
    <Button variant="primary" icon={<PlusIcon />} onPress={() => edit('new')}>
      {text(`customers.${of}.new`)}
    </Button>
  );
  return (
    <>
      <ListPage
        listing={listing}
        title={text('customers.settings.title')}
        lead={lead}
        searchLabel={text(`customers.${of}.search`)}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        menuOf={menuOf}
        onOpen={({ id }) => edit(id)}
        action={create}
        empty={
          <EmptyState icon={<PersonIcon />} title={text(`customers.${of}.empty.title`)} action={create}>
            {text(`customers.${of}.empty.text`)}
          </EmptyState>
        }
      />
      {opened?.kind === 'edit' && (
        <FormDialog
          form={form}
          formKey={opened.id}
          values={null}
          title={text(opened.id === 'new' ? `customers.${of}.new` : `customers.${of}.edit`)}
          submitLabel={text('action.save')}
          onClose={close}
        >
          <Fields>{children}</Fields>
        </FormDialog>
      )}
      {opened?.kind === 'delete' && (
        <ActionDialog
          form={`${form}.delete`}
          formKey={opened.row.id}
          title={text(`customers.${of}.delete.title`, { name: opened.row.name })}
          confirmLabel={text('customers.delete')}
          tone="danger"
          onClose={close}
        >
          <p>{text(`customers.${of}.delete.text`)}</p>
        </ActionDialog>
      )}
    </>
  );
}

interface ViewProps {
  readonly lead: ReactNode;
}

function Tags({ lead }: ViewProps) {
  const text = useText();
  const listing = useListing('tags', firstQuery);
  return (
    <ManagedList of="tag" form="tag" listing={listing} columns={useTagColumns()} lead={lead}>
      <ofTag.FormText name="name" label={text('customers.tag.name')} isRequired autoFocus />
      <ofTag.FormSelect
        name="color"
        label={text('customers.tag.color')}
        options={TAG_COLORS.map((color) => ({ id: color, label: text(`customers.color.${color}`) }))}
      />
    </ManagedList>
  );
}

function OwnFields({ lead }: ViewProps) {
  const text = useText();
  const listing = useListing('customerFields', firstQuery);
  return (
    <ManagedList of="field" form="customerField" listing={listing} columns={useFieldColumns()} lead={lead}>
      <ofField.FormText name="name" label={text('customers.field.name')} isRequired autoFocus />
      <ofField.FormSelect
        name="type"
        label={text('customers.field.type')}
        description={text('customers.field.type.hint')}
        options={CUSTOMER_FIELD_TYPES.map((type) => ({ id: type, label: text(`customers.type.${type}`) }))}
      />
      <Options />
      <ofField.FormNumber
        name="position"
        label={text('customers.field.position')}
        description={text('customers.field.position.hint')}
        min={0}
        max={FIELD_POSITION_MAX}
      />
    </ManagedList>
  );
}

function Outcomes({ lead }: ViewProps) {
  const text = useText();
  const listing = useListing('outcomes', firstQuery);
  return (
    <ManagedList of="outcome" form="outcome" listing={listing} columns={useOutcomeColumns()} lead={lead}>
      <ofOutcome.FormText
        name="name"
        label={text('customers.outcome.name')}
        description={text('customers.outcome.name.hint')}
        isRequired
        autoFocus
      />
    </ManagedList>
  );
}

/** The options of a choice, one a line. */
function Options() {
  const text = useText();
  const { value: type } = ofField.useField('type');
  const { value, change, error, isReadOnly } = ofField.useField('options');
  const lines = Array.isArray(value) ? value.map(String) : [];
  const [typed, setTyped] = useState<string>();
  if (type !== 'choice') return null;
  return (
    <TextArea
      label={text('customers.field.options')}
      description={text('customers.field.options.hint')}
      rows={5}
      value={typed ?? lines.join('\n')}
      onChange={(next) => {
        setTyped(next);
        change(
          next
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
      }}
      error={error}
      isReadOnly={isReadOnly}
    />
  );
}

function useTagColumns(): readonly TableColumn<ManagedTag>[] {
  const text = useText();
  return [
    {
      id: 'name',
      title: text('customers.tag.name'),
      sortBy: 'name',
      cell: ({ name, color }) => <TagChip name={name} color={color} />,
    },
    { id: 'color', title: text('customers.tag.color'), cell: ({ color }) => text(`customers.color.${color}`) },
  ];
}

function useOutcomeColumns(): readonly TableColumn<Outcome>[] {
  const text = useText();
  return [
    {
      id: 'name',
      title: text('customers.outcome.name'),
      sortBy: 'name',
      cell: ({ name }) => <FirstCell name={name} />,
    },
  ];
}

function useFieldColumns(): readonly TableColumn<CustomerField>[] {
  const text = useText();
  return [
    { id: 'name', title: text('customers.field.name'), cell: ({ name }) => <FirstCell name={name} /> },
    { id: 'type', title: text('customers.field.type'), cell: ({ type }) => text(`customers.type.${type}`) },
    { id: 'options', title: text('customers.field.options'), cell: ({ options }) => options.join(', ') },
  ];
}
