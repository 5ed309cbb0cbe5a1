import { useRef, useState } from 'react';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  ArrowDownload20Regular,
  ArrowSwap20Regular,
  Copy20Regular,
  DataHistogram20Regular,
  MoreHorizontal20Regular,
  RecordStop20Regular,
} from '@fluentui/react-icons';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useFormat, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ErrorState, IconButton, Page, SkeletonRows, ext } from '@balcao/sdk/ui';
import { reportCards, type ReportCard } from '../../contract.ts';
import { reached } from '../campaign-state.ts';
import { CampaignStatusMark } from '../list/CampaignStatusMark.tsx';
import { MoveDialog } from '../list/MoveDialog.tsx';
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
  bar: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    alignItems: 'center',
    gap: '8px',
    minHeight: '64px',
    margin: '16px -12px -12px',
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    '& > button': { minHeight: '40px' },
  },
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
  const { touch } = useViewport();
  const [isMoving, setMoving] = useState(false);
  const variants = useRef<HTMLDivElement>(null);
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
  const exportAll = (): void =>
    void saveFile(`/campaigns/${id}/export`, { format: 'xlsx' }, 'campanha.xlsx').catch((failure: unknown) =>
      toasts.error(failure),
    );
  const verb =
    campaign?.status === 'EM_ANDAMENTO' ? (
      <Button icon={<RecordStop20Regular />} onClick={() => after(actions.stop(id))}>
        {t('action.stop')}
      </Button>
    ) : campaign?.status === 'CANCELADA' ? (
      <Button icon={<ArrowClockwise20Regular />} onClick={() => after(actions.restart(id))}>
        {t('action.restart')}
      </Button>
    ) : null;

  return (
    <Page
      canvas
      title={campaign?.name ?? t('report.title')}
      back={{ label: t('form.back'), onClick: () => void navigate('/campaigns') }}
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
            {!touch && (
              <Button icon={<ArrowDownload20Regular />} onClick={exportAll}>
                {t('report.export')}
              </Button>
            )}
            {!touch && verb}
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <IconButton icon={<MoreHorizontal20Regular />} label={t('action.moreOf', { name: campaign.name })} />
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {touch && (
                    <MenuItem icon={<ArrowDownload20Regular />} onClick={exportAll}>
                      {t('report.export')}
                    </MenuItem>
                  )}
                  <MenuItem icon={<Copy20Regular />} onClick={() => void actions.duplicate(id)}>
                    {t('action.duplicate')}
                  </MenuItem>
                  {(campaign.status === 'EM_ANDAMENTO' || campaign.status === 'CANCELADA') && (
                    <MenuItem icon={<ArrowSwap20Regular />} onClick={() => setMoving(true)}>
                      {t('move.title')}
                    </MenuItem>
                  )}
                </MenuList>
              </MenuPopover>
            </Menu>
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
          <PauseBand
            campaign={campaign}
            onContinue={() => after(actions.goOn(id))}
            onMove={() => setMoving(true)}
            onEdit={() => void actions.stopToEdit(id)}
          />
          <ProgressCard campaign={campaign} counts={counts} readAt={countsQuery.dataUpdatedAt} />
          <Counters campaign={campaign} counts={counts} onOpen={open} />
          <div className={styles.sides}>
            <div ref={variants} className={styles.column}>
              {counts.variants.length > 0 && <Variants campaign={campaign} counts={counts} />}
              <Hours hours={hours.data ?? []} />
            </div>
            <Answers
              campaignId={id}
              count={reached(counts).answered}
              left={counts.optedOutAfter}
              queryKey={key}
              onOpen={open}
            />
          </div>
          {touch && (
            <div className={styles.bar}>
              {counts.variants.length > 0 && (
                <Button
                  icon={<DataHistogram20Regular />}
                  onClick={() => variants.current?.scrollIntoView({ block: 'start' })}
                >
                  {t('report.variants')}
                </Button>
              )}
              {verb}
            </div>
          )}
        </div>
      )}
      {campaign && card && (
        <ShippingDialog key={card} campaign={campaign} card={card} counts={counts} onClose={() => open(undefined)} />
      )}
      {campaign && isMoving && (
        <MoveDialog
          campaign={campaign}
          onClose={() => {
            setMoving(false);
            renew();
          }}
        />
      )}
    </Page>
  );
}
