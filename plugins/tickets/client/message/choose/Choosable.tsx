import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Circle20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { tint } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  row: {
    position: 'relative',
    paddingLeft: '32px',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tint(3) },
  },
  chosen: { backgroundColor: tint(7), ':hover': { backgroundColor: tint(9) } },
  mark: { position: 'absolute', left: '2px', top: 'calc(50% - 10px)', color: tokens.colorNeutralForeground3 },
  on: { color: tokens.colorCompoundBrandForeground1 },
  over: {
    position: 'absolute',
    inset: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    cursor: 'pointer',
  },
});

export interface ChoosableProps {
  isChosen: boolean;
  /** Label of the message for screen readers. */
  label: string;
  onToggle(): void;
  children: ReactNode;
}

/** A message in selection mode: the whole row selects it, and everything inside is inactive. */
export function Choosable({ isChosen, label, onToggle, children }: ChoosableProps) {
  const styles = useStyles();
  const Icon = isChosen ? CheckmarkCircle20Filled : Circle20Regular;
  return (
    <div className={mergeClasses(styles.row, isChosen && styles.chosen)}>
      <Icon className={mergeClasses(styles.mark, isChosen && styles.on)} aria-hidden="true" />
      <div inert>{children}</div>
      <button
        type="button"
        role="checkbox"
        aria-checked={isChosen}
        aria-label={label}
        tabIndex={-1}
        className={styles.over}
        onClick={({ currentTarget }) => {
          onToggle();
          // Keyboard navigation continues from here.
          currentTarget.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
