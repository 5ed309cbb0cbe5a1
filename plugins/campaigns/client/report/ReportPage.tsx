import { Button, makeStyles } from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  ArrowDownload20Regular,
  ArrowLeft20Regular,
  Copy20Regular,
  RecordStop20Regular,
} from '@fluentui/react-icons';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useFormat, useT, useToasts } from '@balcao/sdk/client';
import { ErrorState, IconButton, Page, SkeletonRows } from '@balcao/sdk/ui';
import { reportCards, type ReportCard } from '../../contract.ts';
import { reached, shownState } from '../campaign-state.ts';
import { CampaignStatusMark } from '../list/CampaignStatusMark.tsx';
import { PauseBand } from '../list/PauseBand.tsx';
import { saveFile } from '../save-file.ts';
import { useCampaignActions } from '../useCampaignActions.ts';
import { Answers } from './Answers.tsx';
import { Counters } from './Counters.tsx';
import { Hours } from './Hours.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import { ShippingDialog } from './ShippingDialog.tsx';
import { useReport } from './useReport.ts';
import { Variants } from './Variants.tsx';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '16px' },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 4fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 1279px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  subtitle: { display: 'inline-flex', alignItems: 'center', gap: '12px' },
});

/** The report of a campaign, live. `?card=failed` opens the list of a number. */
export default function ReportPage() {
  const { campaignId } = useParams();
  const id = Number(campaignId);
  return <Report key={id} id={id} />;
}

function Report({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const toasts = useToasts();
  const navigate = useNavigate();
  const actions = useCampaignActions();
  const [address, setAddress] = useSearchParams();
  const { campaign: campaignQuery, counts: countsQuery, hours, renew, key } = useReport(id);
  const campaign = campaignQuery.data;
  const counts = countsQuery.data;
  const error = campaignQuery.error ?? countsQuery.error;
  const card = reportCards.find((one) => one === address.get('card'));
  const open = (next: ReportCard | undefined): void =>
    setAddress(
      (before) => {
        if (next) before.set('card', next);
        else before.delete('card');
        return before;
      },
      { replace: true },
    );
  const after = (work: Promise<void>): void => void work.then(renew);

  return (
    <Page
      canvas
      title={campaign?.name ?? t('report.title')}
      subtitle={
        campaign && (
          <span className={styles.subtitle}>
            <CampaignStatusMark campaign={campaign} inline />
            {campaign.whatsapp?.name}
            {campaign.startedAt && ` · ${t('report.since', { at: format.dateTime(campaign.startedAt) })}`}
          </span>
        )
      }
      actions={
        campaign && (
          <>
            <IconButton
              icon={<ArrowLeft20Regular />}
              label={t('form.back')}
              onClick={() => void navigate('/campaigns')}
            />
            <Button
              icon={<ArrowDownload20Regular />}
              onClick={() =>
                void saveFile(`/campaigns/${id}/export`, { format: 'xlsx' }, 'campanha.xlsx').catch(
                  (failure: unknown) => toasts.error(failure),
                )
              }
            >
              {t('report.export')}
            </Button>
            {campaign.status === 'EM_ANDAMENTO' && (
              <Button icon={<RecordStop20Regular />} onClick={() => after(actions.stop(id))}>
                {t('action.stop')}
              </Button>
            )}
            {campaign.status === 'CANCELADA' && (
              <Button icon={<ArrowClockwise20Regular />} onClick={() => after(actions.restart(id))}>
                {t('action.restart')}
              </Button>
            )}
            <IconButton
              icon={<Copy20Regular />}
              label={t('action.duplicate')}
              onClick={() => void actions.duplicate(id)}
            />
          </>
        )
      }
    >
      {error && !(campaign && counts) ? (
        <ErrorState error={error} onRetry={renew} />
      ) : !campaign || !counts ? (
        <SkeletonRows rows={8} height={44} />
      ) : (
        <div className={styles.body}>
          {shownState(campaign) === 'stopped' && (
            <PauseBand campaign={campaign} onContinue={() => after(actions.goOn(id))} />
          )}
          <ProgressCard counts={counts} readAt={countsQuery.dataUpdatedAt} />
          <Counters campaign={campaign} counts={counts} onOpen={open} />
          <div className={styles.sides}>
            <div className={styles.column}>
              {counts.variants.length > 0 && <Variants campaign={campaign} counts={counts} />}
              <Hours hours={hours.data ?? []} />
            </div>
            <Answers
              campaignId={id}
              count={reached(counts).answered}
              variants={counts.variants.length}
              queryKey={key}
              onOpen={open}
            />
          </div>
        </div>
      )}
      {campaign && card && (
        <ShippingDialog key={card} campaign={campaign} card={card} onClose={() => open(undefined)} />
      )}
    </Page>
  );
}
