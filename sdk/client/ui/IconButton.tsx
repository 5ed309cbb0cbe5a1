import type { ComponentPropsWithoutRef, ReactElement, Ref } from 'react';
import { Button, makeStyles, mergeClasses, type ButtonProps } from '@fluentui/react-components';
import { Kbd } from './Kbd.tsx';
import { LazyTooltip } from './LazyTooltip.tsx';

type Looks = Pick<ButtonProps, 'appearance' | 'size' | 'shape' | 'disabledFocusable'>;

export type IconButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'children'> &
  Looks & {
    icon: ReactElement;
    /** The button's name: shown in the tooltip and read by screen readers. */
    label: string;
    /** Its shortcut, shown in the tooltip: 'mod+k', 'r'. */
    shortcut?: string;
    ref?: Ref<HTMLButtonElement>;
  };

const useStyles = makeStyles({
  tip: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  touch: { '@media (max-width: 599px)': { minWidth: '40px', minHeight: '40px' } },
});

/** An icon button with its name and shortcut in a tooltip. Subtle by default. */
export function IconButton({ icon, label, shortcut, className, size, ref, ...rest }: IconButtonProps) {
  const styles = useStyles();
  return (
    // The button has an accessible name itself: a tooltip that provided it would be in the page before anybody points
    // at it.
    <LazyTooltip
      relationship="inaccessible"
      content={
        shortcut
          ? {
              children: (
                <span className={styles.tip}>
                  {label}
                  <Kbd keys={shortcut} />
                </span>
              ),
            }
          : label
      }
      withArrow={false}
    >
      <Button
        appearance="subtle"
        {...rest}
        ref={ref}
        {...(size ? { size } : {})}
        className={mergeClasses(size !== 'small' && styles.touch, className)}
        aria-label={label}
        data-icon=""
        {...(shortcut ? { 'aria-keyshortcuts': ariaKeys(shortcut) } : {})}
        icon={icon}
      />
    </LazyTooltip>
  );
}

function ariaKeys(shortcut: string): string {
  return shortcut
    .replace(/\bmod\b/g, 'Control')
    .replace(/\bctrl\b/g, 'Control')
    .replace(/\bshift\b/g, 'Shift');
}
