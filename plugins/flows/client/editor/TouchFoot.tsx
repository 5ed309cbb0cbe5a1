import type { ReactNode } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { Checks } from './Checks.tsx';
import { History } from './Header.tsx';
import type { Publishing } from './usePublishing.ts';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '60px',
    padding: '0 8px',
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  end: { display: 'flex', gap: '8px', marginLeft: 'auto', minWidth: 0, '& button': { minHeight: '44px' } },
  publish: {
    display: 'block',
    minWidth: 0,
    paddingInline: '10px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface TouchFootProps {
  publishing: Publishing;
  flowId: number | undefined;
  live: { number: number | null; running: number };
  insert: ReactNode;
}

/** The buttons of a wide head, within reach of the thumb. `insert`: the button that inserts. */
export function TouchFoot({ publishing, flowId, live, insert }: TouchFootProps) {
  const t = useT();
  const styles = useStyles();
  const { label, name, tip, isBarred, isBusy, run } = publishing;
  return (
    <div className={styles.foot} role="toolbar" aria-label={t('editor.tools')}>
      <History />
      <Checks isShort flowId={flowId} live={live} />
      <span className={styles.end}>
        {insert}
        <Button
          appearance="primary"
          className={styles.publish}
          aria-label={name}
          title={tip}
          disabledFocusable={isBarred || isBusy}
          onClick={() => void run()}
        >
          {label}
        </Button>
      </span>
    </div>
  );
}
