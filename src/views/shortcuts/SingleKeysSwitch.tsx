import { Switch } from '../kit/Switch.tsx';
import { useText } from '../kit/useText.ts';

interface SingleKeysSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether single characters are shortcuts. */
export function SingleKeysSwitch({ isOn, onChange }: SingleKeysSwitchProps) {
  const text = useText();
  return (
    <Switch isSelected={isOn} onChange={onChange} description={text('shortcuts.singleKeys.hint')}>
      {text('shortcuts.singleKeys')}
    </Switch>
  );
}
