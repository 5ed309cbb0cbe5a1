import { useState } from 'react';
import { Button, Radio, RadioGroup, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, Exposed, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ErrorState, FormGroup, SkeletonRows } from '@balcao/sdk/ui';
import { templateRows, type ChannelTemplate, type TemplateMessage } from '@balcao/connections/contract';

interface Windowed {
  id: number;
  name: string;
  template: TemplateMessage | null;
  templates: ChannelTemplate[];
}
interface CompanySettings {
  source: string;
  isMissing: boolean;
  free: string[];
  paid: { id: string; label: string; help: string }[];
  connections: Windowed[];
}
const key = ['legal-process', 'settings'] as const;
/** The values that most templates of notices have, in the order of their placeholders. */
const usual = ['{nome}', '{processo}', '{andamento}', '{data}'];

const useStyles = makeStyles({
  page: { minWidth: 0 },
  choices: { padding: '8px 16px', '& label': { minWidth: 0 } },
  bar: { padding: '12px 16px 0' },
  choice: { display: 'flex', flexDirection: 'column' },
  quiet: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  // As wide as the cards above.
  buttons: { display: 'flex', justifyContent: 'flex-end', maxWidth: '760px' },
});

/** The source of the company's cases, and what leaves outside the reply window. */
export default function CompanyTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<CompanySettings>('/legalProcessSettings', {}, { signal }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  return <CompanyForm settings={data} />;
}

function CompanyForm({ settings }: { settings: CompanySettings }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { free, paid, connections, isMissing } = settings;
  /** Undefined: not changed here, and shown as whoever chose it last left it. */
  const [source, setSource] = useState<string>();
  const [chosen, setChosen] = useState<Readonly<Record<number, TemplateMessage | null>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFaults({});
    try {
      const saved = await api.put<CompanySettings>('/legalProcessSettings', {
        ...(source !== undefined && { source }),
        templates: Object.entries(chosen).map(([id, template]) => ({ connectionId: Number(id), template })),
      });
      queries.setQueryData(key, saved);
      setSource(undefined);
      setChosen({});
      toasts.success(t('company.saved'));
    } catch (error) {
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
      const other = Object.keys(fields).find((name) => !connections.some(({ id }) => name === `template.${id}`));
      setFaults(fields);
      if (other !== undefined) toasts.error(new ApiError(400, fields[other] ?? ''));
      else if (Object.keys(fields).length === 0) toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const shownSource = source ?? settings.source;
  const faultOf = (name: string): string | undefined =>
    faults[name] === undefined ? undefined : errorText(new ApiError(400, faults[name]));
  return (
    <div className={styles.page}>
      <FormGroup title={t('company.source')} text={t(paid.length > 0 ? 'company.sourceText' : 'company.onlyFree')}>
        {isMissing && (
          <div className={styles.bar}>
            <Bar tone="warn">{t('company.missing')}</Bar>
          </div>
        )}
        <RadioGroup
          className={styles.choices}
          aria-label={t('company.source')}
          value={shownSource}
          onChange={(_, { value }) => setSource(value)}
        >
          <Radio value="" label={<Choice text={free.join(', ') || t('company.noFree')} below={t('company.free')} />} />
          {paid.map(({ id, label, help }) => (
            <Radio key={id} value={id} label={<Choice text={label} below={help} />} />
          ))}
        </RadioGroup>
        {paid.some(({ id }) => id === shownSource) && (
          <div className={styles.bar}>
            <Bar tone="info">{t('company.paid')}</Bar>
          </div>
        )}
      </FormGroup>
      {connections.length > 0 && (
        <FormGroup title={t('company.window')} text={t('company.windowText')}>
          {connections.map(({ id, name, template, templates }) => (
            <Exposed
              key={id}
              of={templateRows}
              props={{
                label: name,
                none: t('company.letter'),
                templates,
                value: chosen[id] === undefined ? template : chosen[id],
                onChange: (next) => {
                  setChosen({ ...chosen, [id]: next });
                  setFaults(({ [`template.${id}`]: _mended, ...others }) => others);
                },
                error: faultOf(`template.${id}`),
                usual,
                valueHelp: t('company.gapHelp'),
              }}
            />
          ))}
        </FormGroup>
      )}
      <div className={styles.buttons}>
        <Button
          appearance="primary"
          disabledFocusable={busy}
          icon={busy ? <Spinner size="extra-tiny" aria-hidden="true" /> : null}
          onClick={() => !busy && void save()}
        >
          {t('sources.save')}
        </Button>
      </div>
    </div>
  );
}

function Choice({ text, below }: { text: string; below: string }) {
  const styles = useStyles();
  return (
    <span className={styles.choice}>
      {text}
      <span className={styles.quiet}>{below}</span>
    </span>
  );
}
