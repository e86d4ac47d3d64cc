import type { ComponentProps, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

export interface PressableProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick' | 'type'> {
  readonly type?: 'button' | 'submit' | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Whether the focus stays where it is when a pointer presses. */
  readonly preventFocusOnPress?: boolean;
  /** By pointer, key or a screen reader. */
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/**
 * The browser's own button, where nothing asks for more: react-aria's weighs twelve kilobytes, of
 * which the first screen would wait. A press is not told to what is around it, a row say.
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
        // Safari leaves the focus where it was; what a press opens has to give it back to here.
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
