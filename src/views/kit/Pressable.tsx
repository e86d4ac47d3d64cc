import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

export interface PressableProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick' | 'type'> {
  readonly type?: 'button' | 'submit' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Whether a pointer press leaves the focus where it is. */
  readonly preventFocusOnPress?: boolean;
  /** On pointer, key or screen reader press. */
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/**
 * A native button, for where it suffices: react-aria's adds 12 KB to the first screen. Presses don't bubble to the
 * surroundings, such as a row.
 */
export function Pressable({
  type = 'button',
  isDisabled = false,
  preventFocusOnPress = false,
  onPress,
  ...rest
}: PressableProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      disabled={isDisabled}
      {...(isDisabled && { 'data-disabled': true })}
      onPointerDown={stop}
      onMouseDown={(event) => {
        event.stopPropagation();
        if (preventFocusOnPress) event.preventDefault();
      }}
      onKeyDown={stopPressing}
      onKeyUp={stopPressing}
      onClick={(event) => {
        event.stopPropagation();
        // Safari doesn't focus pressed buttons, but what the press opens must restore the focus here.
        if (!preventFocusOnPress) event.currentTarget.focus({ preventScroll: true });
        onPress?.(event);
      }}
    />
  );
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

function stopPressing(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
}
