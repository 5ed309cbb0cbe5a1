import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { useId } from 'react';
import { useT } from '@balcao/sdk/client';
import { Kbd, LazyTooltip, ext, tint } from '@balcao/sdk/ui';

/** Switches between a message and an internal note. */
export const noteKeys = 'mod+shift+e';

const useStyles = makeStyles({
  modes: { display: 'flex', gap: '2px', padding: '6px 8px 0' },
  mode: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '24px',
    padding: '0 8px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':hover': { backgroundColor: tint(5) },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  message: {
    backgroundColor: ext.selected,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: ext.selectedHover },
  },
  note: {
    backgroundColor: `color-mix(in srgb, ${ext.noteAccent} 16%, transparent)`,
    color: ext.noteAccent,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: `color-mix(in srgb, ${ext.noteAccent} 22%, transparent)` },
  },
  onNote: { color: ext.noteText },
  tip: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

/** Tabs for the two modes: a message to the customer, or an internal note. */
export function ModeTabs({ isNote, onChange }: { isNote: boolean; onChange(isNote: boolean): void }) {
  const styles = useStyles();
  const t = useT();
  const hint = useId();
  return (
    <div className={styles.modes} role="group" aria-label={t('composer.mode')}>
      <button
        type="button"
        className={mergeClasses(styles.mode, isNote ? styles.onNote : styles.message)}
        aria-pressed={!isNote}
        onClick={() => onChange(false)}
      >
        {t('composer.message')}
      </button>
      <LazyTooltip
        relationship="inaccessible"
        content={{
          children: (
            <span className={styles.tip}>
              {t('composer.noteHint')} <Kbd keys={noteKeys} />
            </span>
          ),
        }}
      >
        <button
          type="button"
          className={mergeClasses(styles.mode, isNote && styles.note)}
          aria-pressed={isNote}
          aria-describedby={hint}
          aria-keyshortcuts="Control+Shift+E"
          onClick={() => onChange(true)}
        >
          <LockClosed16Regular aria-hidden="true" />
          {t('composer.note')}
        </button>
      </LazyTooltip>
      <span id={hint} hidden>
        {t('composer.noteHint')}
      </span>
    </div>
  );
}
