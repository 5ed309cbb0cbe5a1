import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { Saved } from './save-queue.ts';

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  tick: { color: ext.ok },
  undo: { minWidth: 0, fontWeight: tokens.fontWeightRegular, paddingInline: '8px' },
});

/** `Tudo salvo às 14:35`, with undo. */
export function SavedMark({ saved }: { saved: Saved }) {
  const t = useT('shell');
  const format = useFormat();
  const styles = useStyles();
  return (
    <>
      <span className={styles.mark} role="status">
        {saved.state === 'saving' && t('settings.saving')}
        {(saved.state === 'saved' || saved.state === 'undone') && (
          <>
            <CheckmarkCircle16Filled className={styles.tick} aria-hidden="true" />
            {saved.state === 'saved' ? t('settings.saved', { time: format.clock(saved.at) }) : t('settings.undone')}
          </>
        )}
      </span>
      {saved.state === 'saved' && saved.undo && (
        <Button appearance="subtle" className={styles.undo} onClick={saved.undo}>
          {t('settings.undo')}
        </Button>
      )}
    </>
  );
}
