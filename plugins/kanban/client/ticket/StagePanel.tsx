import { Dropdown, Option, Skeleton, SkeletonItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ErrorState } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { useTicketLane } from './useTicketLane.ts';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: '6px' },
  select: { minWidth: 0, width: '100%' },
  track: { display: 'flex', gap: '3px', paddingTop: '2px' },
  step: {
    flexGrow: 1,
    height: '3px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStroke2,
  },
  reached: { backgroundColor: tokens.colorBrandBackground },
  waiting: { height: '50px' },
  about: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

const dayLength = 86_400_000;
const daysSince = (instant: string): number => Math.floor((Date.now() - Date.parse(instant)) / dayLength);

/** Shows the conversation's stage and changes it with one choice. */
export default function StagePanel({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { place, error, retry, moveTo } = useTicketLane(ticket);
  if (error && !place) return <ErrorState error={error} onRetry={retry} />;
  if (!place) {
    return (
      <Skeleton className={styles.waiting} aria-label={t('panel.title')}>
        <SkeletonItem size={32} />
      </Skeleton>
    );
  }
  const { lanes, laneId, movedAt } = place;
  const index = lanes.findIndex(({ id }) => id === laneId);
  const lane = lanes[index]?.title ?? '';
  const position = index + 1;
  const days = movedAt === null ? undefined : daysSince(movedAt);
  const since = days === undefined ? undefined : days < 1 ? t('panel.today') : t('panel.days', { count: days });
  const count = t('panel.count', { position, total: lanes.length });
  return (
    <div className={styles.panel}>
      <Dropdown
        className={styles.select}
        size="small"
        appearance="filled-darker"
        aria-label={t('panel.title')}
        value={lane}
        selectedOptions={[laneId]}
        onOptionSelect={(_, { optionValue }) => optionValue !== undefined && moveTo(optionValue)}
      >
        {lanes.map(({ id, title }) => (
          <Option key={id} value={id}>
            {title}
          </Option>
        ))}
      </Dropdown>
      <div className={styles.track} role="img" aria-label={t('panel.stage', { position, total: lanes.length, lane })}>
        {lanes.map(({ id }, step) => (
          <span key={id} className={mergeClasses(styles.step, step <= index && styles.reached)} />
        ))}
      </div>
      <span className={styles.about}>{since === undefined ? count : `${count}, ${since}`}</span>
    </div>
  );
}
