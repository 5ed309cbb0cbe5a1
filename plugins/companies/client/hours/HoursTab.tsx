import { makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { areHours, ErrorState, FormGroup, SkeletonRows, WeeklyHoursField, type HoursDay } from '@balcao/sdk/ui';
import { SharedConflict } from './SharedConflict.tsx';
import { SaveBar } from './SaveBar.tsx';
import { hoursDraft, useHours } from './useHours.ts';
import { useDraftForm } from './use-draft-form.ts';

const useStyles = makeStyles({
  week: { padding: '4px 16px 12px', '@media (max-width: 599px)': { padding: '4px 12px 12px' } },
});

/** 'Horários do Expediente': the opening hours of the company as a whole. */
export default function HoursTab() {
  const { stored, error, refetch, save } = useHours();
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!stored) return <SkeletonRows rows={7} height={48} />;
  return <HoursForm stored={stored} save={save} refetch={refetch} />;
}

interface HoursFormProps {
  stored: HoursDay[];
  save(schedules: HoursDay[], known: HoursDay[]): Promise<HoursDay[]>;
  refetch(): void;
}

function HoursForm({ stored, save, refetch }: HoursFormProps) {
  const t = useT();
  const styles = useStyles();
  const form = useDraftForm({
    field: 'schedules',
    refetch,
    stored,
    draft: hoursDraft,
    save,
    faultOf: (schedules) => (areHours(schedules, 2) ? undefined : t('hours.fault')),
    done: t('hours.saved'),
  });
  return (
    <FormGroup title={t('hours.title')} text={t('hours.text')}>
      <div className={styles.week}>
        <WeeklyHoursField label={t('hours.title')} spans={2} value={form.value} onChange={form.change} />
      </div>
      <SharedConflict form={form} label={t('hours.title')} />
      <SaveBar {...form} onSave={() => void form.submit()} onDiscard={form.discard} />
    </FormGroup>
  );
}
