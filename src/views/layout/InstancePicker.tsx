import { ChevronDownIcon } from '../kit/administration-icons.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import { Pill } from '../kit/Pill.tsx';
import { useText } from '../kit/useText.ts';
import styles from './InstancePicker.module.css';

interface InstancePickerProps {
  readonly instances: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Selects the instance; plain text if there is only one. */
export function InstancePicker({ instances, selected, onSelect }: InstancePickerProps) {
  const text = useText();
  const name = instances.find((instance) => instance.id === selected)?.name;
  if (name === undefined) return null;
  if (instances.length === 1) {
    return (
      <Pill title={text('layout.instance')} className={styles.picker}>
        {name}
      </Pill>
    );
  }
  return (
    <MenuButton
      variant="pill"
      label={`${text('layout.instance')}: ${name}`}
      title={name}
      placement="bottom end"
      className={styles.picker}
      groups={[
        {
          id: 'instances',
          title: text('layout.instance'),
          selected,
          onSelect,
          entries: instances.map((instance) => ({ id: instance.id, label: instance.name })),
        },
      ]}
    >
      <span className={styles.room}>
        <span className={styles.name}>{name}</span>
      </span>
      <ChevronDownIcon />
    </MenuButton>
  );
}
