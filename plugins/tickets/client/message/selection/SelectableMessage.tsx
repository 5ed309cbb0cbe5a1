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
  selected: { backgroundColor: tint(7), ':hover': { backgroundColor: tint(9) } },
  mark: { position: 'absolute', left: '2px', top: 'calc(50% - 10px)', color: tokens.colorNeutralForeground3 },
  markSelected: { color: tokens.colorCompoundBrandForeground1 },
  target: {
    position: 'absolute',
    inset: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    cursor: 'pointer',
  },
});

export interface SelectableMessageProps {
  isSelected: boolean;
  /** Label of the message for screen readers. */
  label: string;
  onToggle(): void;
  children: ReactNode;
}

/** A message in selection mode: the whole row selects it, and everything inside is inactive. */
export function SelectableMessage({ isSelected, label, onToggle, children }: SelectableMessageProps) {
  const styles = useStyles();
  const Icon = isSelected ? CheckmarkCircle20Filled : Circle20Regular;
  return (
    <div className={mergeClasses(styles.row, isSelected && styles.selected)}>
      <Icon className={mergeClasses(styles.mark, isSelected && styles.markSelected)} aria-hidden="true" />
      <div inert>{children}</div>
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={label}
        tabIndex={-1}
        className={styles.target}
        onClick={({ currentTarget }) => {
          onToggle();
          // Keyboard navigation continues from here.
          currentTarget.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
