import { useState } from 'react';
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRight20Regular, Beaker20Regular, CalendarClock20Regular } from '@fluentui/react-icons';
import { useNavigate, useParams } from 'react-router-dom';
import { useFormat, useShortcut, useT, useViewport } from '@balcao/sdk/client';
import { Bar, ErrorState, IconButton, Page, SideSheet, SkeletonRows, ext } from '@balcao/sdk/ui';
import { durationText } from '../duration.ts';
import { CampaignStatusMark } from '../list/CampaignStatusMark.tsx';
import { ArrivalPanel } from './ArrivalPanel.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { AudiencePanel } from './AudiencePanel.tsx';
import { ChecksPanel } from './ChecksPanel.tsx';
import { ForecastPanel } from './ForecastPanel.tsx';
import { FormFoot } from './FormFoot.tsx';
import { filled, messageNames, usualTime } from './form-values.ts';
import { MessagesFields } from './MessagesFields.tsx';
import { SendFields } from './SendFields.tsx';
import { StepList, type Step } from './StepList.tsx';
import { TestDialog } from './TestDialog.tsx';
import { useCampaignForm } from './useCampaignForm.ts';
import { usePreview } from './usePreview.ts';
import { useSteps } from './useSteps.ts';

const useStyles = makeStyles({
  whole: {
    display: 'grid',
    gridTemplateColumns: '232px minmax(0, 1fr) 400px',
    height: '100%',
    '@media (min-width: 860px) and (max-width: 1279px)': { gridTemplateColumns: '200px minmax(0, 1fr)' },
    '@media (min-width: 600px) and (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)', height: 'auto' },
    '@media (max-width: 599px)': { display: 'flex', flexDirection: 'column', minHeight: '100%' },
  },
  steps: {
    padding: '16px 12px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (min-width: 600px) and (max-width: 859px)': { display: 'none' },
    '@media (max-width: 599px)': { padding: '8px 12px 0', borderRight: 'none' },
  },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    padding: '24px',
    overflowY: 'auto',
    '@media (max-width: 599px)': { padding: '12px' },
  },
  inner: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '736px' },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '16px',
    overflowY: 'auto',
    backgroundColor: ext.canvas,
    '@media (max-width: 1279px)': { display: 'none' },
  },
  panels: { display: 'flex', flexDirection: 'column', gap: '16px' },
  strip: {
    display: 'none',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
    '@media (max-width: 1279px)': { display: 'flex' },
  },
  rule: { margin: 0, border: 'none', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  saved: { color: tokens.colorNeutralForeground3 },
  name: { width: '320px', '@media (max-width: 599px)': { width: '100%' } },
  subtitle: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

/** The form of a campaign in three steps. `?step=send` is the last one. */
export default function CampaignFormPage() {
  const { campaignId } = useParams();
  const id = campaignId === undefined ? undefined : Number(campaignId);
  return <CampaignForm key={campaignId ?? 'new'} id={id} />;
}

function CampaignForm({ id }: { id: number | undefined }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const navigate = useNavigate();
  const { wide } = useViewport();
  const [isTesting, setTesting] = useState(false);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const form = useCampaignForm(id);
  const { campaign, values, change, faults, isBusy, save } = form;
  const preview = usePreview(values);
  const firstFault = Object.keys(faults)[0];
  const { step, isSingle, choose: show } = useSteps(firstFault);
  const isSend = step === 'send';
  const readOnly = campaign !== undefined && !campaign.isEditable && campaign.status !== 'CANCELADA';

  const choose = (next: Step): void => {
    show(next);
    if (next === 'send' && values.scheduledAt === null && !readOnly) change({ scheduledAt: usualTime(new Date()) });
  };
  const onward = (): void => {
    if (values.whatsappId === 0) return form.setFaults({ whatsappId: t('fault.connection') });
    if (values.tagFilters.length + values.dddFilters.length === 0)
      return form.setFaults({ tagFilters: t('fault.filter') });
    if (isSingle && values.name.trim() === '') return form.setFaults({ name: t('fault.name') });
    if (isSingle && step === 'audience') return choose('messages');
    if (values.template === null && values.flowId === null && filled(values, messageNames) === 0)
      return form.setFaults({ message1: t('fault.message') });
    if (values.name.trim() === '') return form.setFaults({ name: t('fault.name') });
    choose('send');
  };
  const commit = async (isScheduled: boolean): Promise<void> => {
    if (isScheduled && !values.legalBasis) return form.setFaults({ legalBasis: t('fault.legalBasis') });
    const saved = await save(isScheduled);
    if (saved !== undefined && isScheduled) void navigate('/campaigns');
    else if (saved !== undefined && id === undefined) void navigate(`/campaigns/${saved}`, { replace: true });
  };
  useShortcut('mod+Enter', () => (isSend ? void commit(true) : onward()));

  if (form.error && !campaign)
    return (
      <Page title={t('form.title')}>
        <ErrorState error={form.error} onRetry={() => void form.refetch()} />
      </Page>
    );
  if (form.isLoading)
    return (
      <Page title={t('form.title')}>
        <SkeletonRows rows={8} height={44} />
      </Page>
    );
  const data = preview.data;
  const isStale = preview.isFetching;
  const messages = filled(values, messageNames);
  const filters = values.tagFilters.length + values.dddFilters.length;
  const facts: Record<Step, string> = {
    audience: data
      ? `${t('list.people', { count: data.remaining, shown: format.number(data.remaining) })}, ${t('form.fact.filters', { count: filters })}`
      : t('form.fact.noAudience'),
    messages:
      messages === 0 && !values.confirmation
        ? t('form.fact.noMessages')
        : t(values.confirmation ? 'form.fact.messagesAsked' : 'form.fact.messages', { count: messages }),
    send: values.scheduledAt === null ? t('form.fact.noTime') : format.dateTime(values.scheduledAt),
  };
  const done: Record<Step, boolean> = {
    audience: values.whatsappId > 0 && filters > 0,
    messages: messages > 0 || values.template !== null || values.flowId !== null,
    send: values.scheduledAt !== null,
  };
  const panels = (
    <div className={styles.panels}>
      {isSend && data ? (
        <ForecastPanel preview={data} />
      ) : (
        <AudiencePanel preview={data} isStale={isStale} error={preview.error} />
      )}
      {data && (isSend || data.warnings.length > 0) && <ChecksPanel preview={data} onTest={() => setTesting(true)} />}
      {!isSend && values.flowId === null && <ArrivalPanel preview={data} fileName={form.file?.name} />}
    </div>
  );
  const part = { values, change, faults, readOnly };
  const shows = (one: Step): boolean => !isSingle || step === one;
  const strip = (
    <div className={styles.strip}>
      {data
        ? t('form.strip', {
            count: data.remaining,
            shown: format.number(data.remaining),
            duration: data.durationSeconds === null ? t('audience.never') : durationText(t, data.durationSeconds),
          })
        : t('form.fact.noAudience')}
      <Button size="small" onClick={() => setPanelOpen(true)}>
        {t('form.see')}
      </Button>
    </div>
  );
  return (
    <Page
      bare
      title={values.name || t(id === undefined ? 'form.newTitle' : 'form.title')}
      back={{ label: t('form.back'), onClick: () => void navigate('/campaigns') }}
      subtitle={
        <span className={styles.subtitle}>
          {campaign && <CampaignStatusMark campaign={campaign} inline />}
          {form.isDirty && form.savedAt && (
            <span className={styles.saved}>{t('form.draftSaved', { at: format.clock(form.savedAt) })}</span>
          )}
        </span>
      }
      actions={
        <>
          {form.isDirty && id !== undefined && (
            <Button appearance="subtle" onClick={form.discard}>
              {t('form.discard')}
            </Button>
          )}
          {!readOnly && (
            <>
              {isSingle ? (
                <IconButton
                  icon={<Beaker20Regular />}
                  label={t('test.action')}
                  disabled={values.whatsappId === 0}
                  onClick={() => setTesting(true)}
                />
              ) : (
                <Button icon={<Beaker20Regular />} disabled={values.whatsappId === 0} onClick={() => setTesting(true)}>
                  {t('test.action')}
                </Button>
              )}
              {isSingle ? null : isSend ? (
                <>
                  <Button disabledFocusable={isBusy} onClick={() => !isBusy && void commit(false)}>
                    {t('form.saveInactive')}
                  </Button>
                  <Button
                    appearance="primary"
                    icon={<CalendarClock20Regular />}
                    disabledFocusable={isBusy}
                    onClick={() => !isBusy && void commit(true)}
                  >
                    {t('form.schedule')}
                  </Button>
                </>
              ) : (
                <Button appearance="primary" icon={<ArrowRight20Regular />} iconPosition="after" onClick={onward}>
                  {t('form.continue')}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      <div className={styles.whole}>
        <nav className={styles.steps} aria-label={t('form.steps')}>
          <StepList step={step} done={done} facts={facts} onChoose={choose} isRow={isSingle} />
        </nav>
        <div className={styles.body} data-scroll="page">
          <div className={styles.inner}>
            {readOnly && <Bar tone="info">{t('form.readOnly')}</Bar>}
            {firstFault && (
              <Bar tone="bad" alert>
                {t('fault.some')} {Object.values(faults)[0]}
              </Bar>
            )}
            {!isSingle && strip}
            {isSend ? (
              <SendFields {...part} />
            ) : (
              <>
                {shows('audience') && (
                  <>
                    <Field
                      className={styles.name}
                      label={t('field.campaignName')}
                      required
                      {...(faults['name'] && { validationMessage: faults['name'] })}
                    >
                      <Input
                        value={values.name}
                        readOnly={readOnly}
                        maxLength={50}
                        autoFocus={id === undefined}
                        onChange={(_, { value }) => change({ name: value })}
                      />
                    </Field>
                    <AudienceFields {...part} />
                  </>
                )}
                {!isSingle && <hr className={styles.rule} />}
                {shows('messages') && (
                  <MessagesFields {...part} file={form.file} progress={form.progress} onFile={form.setFile} />
                )}
              </>
            )}
          </div>
        </div>
        {isSingle && (
          <FormFoot
            step={step}
            isBusy={isBusy}
            readOnly={readOnly}
            onChoose={choose}
            onContinue={onward}
            onSchedule={() => void commit(true)}
            onSave={() => void commit(false)}
          >
            {strip}
          </FormFoot>
        )}
        {wide && (
          <aside className={styles.side} aria-label={t('form.aside')}>
            {panels}
          </aside>
        )}
      </div>
      {isPanelOpen && (
        <SideSheet open title={t('form.aside')} onClose={() => setPanelOpen(false)}>
          {panels}
        </SideSheet>
      )}
      {isTesting && <TestDialog campaignId={id} values={values} onClose={() => setTesting(false)} />}
    </Page>
  );
}
