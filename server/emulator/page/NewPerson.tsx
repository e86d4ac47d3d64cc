import { useState } from 'react';
import { Button } from '../../../src/views/kit/Button.tsx';
import { Dialog } from '../../../src/views/kit/Dialog.tsx';
import { TextField } from '../../../src/views/kit/TextField.tsx';
import { PERSON_NAME_MAX } from '../person-name.ts';
import { typedPhone } from './format.ts';
import { say } from './texts.ts';

const firstNames = [
  'Luciana',
  'João',
  'Marina',
  'Rui',
  'Tânia',
  'Edson',
  'Débora',
  'Caio',
  'Yara',
  'Otávio',
  'Lia',
  'Nilo',
];
const lastNames = ['Moraes', 'Teixeira', 'Castro', 'Azevedo', 'Siqueira', 'Barros', 'Nunes', 'Prado', 'Lima', 'Farias'];

interface NewPersonProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSave: (waId: string, name: string) => Promise<void>;
}

/** Adds a person, initially with invented data. */
export function NewPerson({ isOpen, onClose, onSave }: NewPersonProps) {
  return (
    <Dialog title={say('newPerson')} isOpen={isOpen} onClose={onClose} size="sm">
      <PersonForm onClose={onClose} onSave={onSave} />
    </Dialog>
  );
}

function PersonForm({ onClose, onSave }: Omit<NewPersonProps, 'isOpen'>) {
  const [person, setPerson] = useState(invent);
  const [wrong, setWrong] = useState<'name' | 'phone'>();
  const save = async () => {
    const name = person.name.trim();
    const waId = typedPhone(person.phone);
    setWrong(name === '' ? 'name' : waId === undefined ? 'phone' : undefined);
    if (name !== '' && waId !== undefined) await onSave(waId, name);
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={say('name')}
        value={person.name}
        onChange={(name) => setPerson({ ...person, name })}
        maxLength={PERSON_NAME_MAX}
        autoComplete="off"
        autoFocus
        error={wrong === 'name' ? say('badName') : undefined}
      />
      <TextField
        label={say('phone')}
        type="tel"
        inputMode="tel"
        value={person.phone}
        onChange={(number) => setPerson({ ...person, phone: number })}
        autoComplete="off"
        description={say('phoneHint')}
        error={wrong === 'phone' ? say('badPhone') : undefined}
      />
      <div className="buttons">
        <Button variant="ghost" onPress={() => setPerson(invent())}>
          {say('invent')}
        </Button>
        <Button onPress={onClose}>{say('cancel')}</Button>
        <Button variant="primary" type="submit">
          {say('create')}
        </Button>
      </div>
    </form>
  );
}

function invent(): { readonly name: string; readonly phone: string } {
  const pick = (names: readonly string[]) => names[Math.floor(Math.random() * names.length)] ?? '';
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return { name: `${pick(firstNames)} ${pick(lastNames)}`, phone: `11 9${digits.slice(0, 4)}-${digits.slice(4)}` };
}
