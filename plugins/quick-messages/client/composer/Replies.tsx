import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { FlashAdd20Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useT, useViewport } from '@balcao/sdk/client';
import { ErrorState, Kbd, SkeletonRows } from '@balcao/sdk/ui';
import { ReplyList } from './ReplyList.tsx';
import { ReplyPreview } from './ReplyPreview.tsx';
import type { ReplyChoice } from './useReplyChoice.ts';

const useStyles = makeStyles({
  box: { display: 'flex', flexDirection: 'column', maxHeight: '318px', minHeight: 0 },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 320px) minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    minHeight: 0,
    '@media (max-width: 599px)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 1fr) auto',
    },
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    height: '36px',
    paddingInline: '14px 6px',
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 599px)': { display: 'none' },
  },
  key: { display: 'inline-flex', alignItems: 'center', gap: '6px', whiteSpace: 'nowrap' },
  all: { marginLeft: 'auto', fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  none: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 14px',
    padding: '12px 14px',
    color: tokens.colorNeutralForeground2,
  },
  grow: { flexGrow: 1 },
  loading: { padding: '8px' },
});

/** Returns a height that fits every result, so that nothing jumps while moving through the list. */
const heightFor = (count: number, touch: boolean): number =>
  touch ? Math.min(318, count * 44 + 8 + 112) : Math.min(282, Math.max(168, count * 32 + 8));

export interface RepliesProps {
  choice: ReplyChoice;
  term: string;
  /** Locale key of what Enter does without a result; absent: nothing. */
  noneKey?: string;
}

/** The list beside a preview of the highlighted reply, and the keyboard hints. */
export function Replies({ choice, term, noneKey }: RepliesProps) {
  const t = useT();
  const styles = useStyles();
  const navigate = useNavigate();
  const { touch } = useViewport();
  const { replies, hasNone, error, retry, selected } = choice;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!replies) {
    return (
      <div className={styles.loading}>
        <SkeletonRows rows={4} height={32} />
      </div>
    );
  }
  if (!selected) {
    return (
      <div className={styles.none} role="status">
        <span className={styles.grow}>{hasNone ? t('list.empty') : t('composer.none', { term })}</span>
        {noneKey && (
          <span className={styles.key}>
            <Kbd keys="Enter" /> {noneKey}
          </span>
        )}
        <Button size="small" icon={<FlashAdd20Regular />} onClick={() => void navigate('/quick-messages?new=1')}>
          {t('composer.create')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.box}>
      <div className={styles.sides} style={{ height: heightFor(replies.length, touch) }}>
        <ReplyList choice={choice} />
        <ReplyPreview reply={selected} text={choice.textOf(selected)} isSentNow={!choice.isText(selected)} />
      </div>
      <div className={styles.foot}>
        <span className={styles.key}>
          <Kbd keys="ArrowUp" />
          <Kbd keys="ArrowDown" /> {t('composer.move')}
        </span>
        <span className={styles.key}>
          <Kbd keys="Enter" /> {t(choice.isText(selected) ? 'composer.choose' : 'composer.send')}
        </span>
        <span className={styles.key}>
          <Kbd keys="Escape" /> {t('composer.close')}
        </span>
        <Button
          size="small"
          appearance="subtle"
          className={styles.all}
          onClick={() => void navigate('/quick-messages')}
        >
          {t('composer.manage')}
        </Button>
      </div>
    </div>
  );
}
