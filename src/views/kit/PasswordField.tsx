import { useState } from 'react';
import { IconButton } from './Button.tsx';
import { EyeIcon, EyeOffIcon } from './administration-icons.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useText } from './useText.ts';
import styles from './PasswordField.module.css';

/** A password field that can show its content. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const text = useText();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      isVerbatim
      end={
        <IconButton
          size="sm"
          className={styles.eye}
          label={text(isShown ? 'kit.password.hide' : 'kit.password.show')}
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
