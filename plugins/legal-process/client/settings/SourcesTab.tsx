import { useState } from 'react';
import { Button, Input, Spinner, Switch, makeStyles } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Bar, ErrorState, FormGroup, FormRow, SkeletonRows } from '@balcao/sdk/ui';

interface Field {
  key: string;
  label: string;
  help: string;
  required: boolean;
  secret: boolean;
  value: string;
  default: string;
  isSet: boolean;
}
interface SourceSetup {
  id: string;
  label: string;
  help: string;
  isOn: boolean;
  fields: Field[];
  fault: string | null;
  heldUntil: string | null;
  isPaid: boolean;
  noticePath: string | null;
}
interface Setup {
  sources: SourceSetup[];
}
const key = ['legal-process', 'sources'] as const;

const useStyles = makeStyles({
  page: { minWidth: 0 },
  buttons: { display: 'flex', gap: '8px', justifyContent: 'flex-end', flexWrap: 'wrap' },
  bar: { padding: '12px 16px 0' },
  address: { width: '100%', minWidth: 0 },
});

/** Sources of cases of the installation: switches, addresses and keys. */
export default function SourcesTab() {
  const styles = useStyles();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Setup>('/legalProcessSources', {}, { signal }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <div className={styles.page}>
      {data.sources.map((source) => (
        <SourceForm key={source.id} source={source} />
      ))}
    </div>
  );
}

function SourceForm({ source }: { source: SourceSetup }) {
  const t = useT();
  const shell = useT('shell');
  const styles = useStyles();
  const toasts = useToasts();
  const format = useFormat();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id, label, help, fields, fault, heldUntil, isPaid, noticePath } = source;
  const [isOn, setOn] = useState(source.isOn);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const valueOf = ({ key: name, value }: Field): string => typed[name] ?? value;
  const body = (secret: boolean): Record<string, string> =>
    Object.fromEntries(fields.filter((field) => field.secret === secret).map((field) => [field.key, valueOf(field)]));

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFaults({});
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(error.fields);
      else toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    attempt(async () => {
      const setup = await api.put<Setup>('/legalProcessSources', {
        sources: { [id]: isOn ? body(false) : null },
        secrets: isOn ? { [id]: body(true) } : {},
      });
      queries.setQueryData(key, setup);
      setTyped({});
      toasts.success(t('sources.saved'));
    });
  const check = () =>
    attempt(async () => {
      const answer = await api.post<{ fault: string | null; tookMs: number }>(`/legalProcessSources/${id}/check`);
      await queries.invalidateQueries({ queryKey: key });
      if (answer.fault === null)
        toasts.success(t('sources.answers', { source: label, ms: format.number(answer.tookMs) }));
      else toasts.error(new ApiError(502, answer.fault));
    });
  const faultOf = (field: string): string | undefined => {
    const found = faults[`${id}.${field}`];
    if (found === undefined) return undefined;
    return found === 'Required' ? shell('ui.required') : errorText(new ApiError(400, found));
  };
  return (
    <FormGroup title={label} text={help}>
      {source.isOn && fault !== null && (
        <div className={styles.bar}>
          <Bar tone="warn">
            {errorText(fault)} {heldUntil !== null && t('source.until', { at: format.clock(heldUntil) })}
          </Bar>
        </div>
      )}
      {isPaid && (
        <div className={styles.bar}>
          <Bar tone="info">{t('sources.paid')}</Bar>
        </div>
      )}
      <FormRow label={t('sources.on')} end>
        <Switch checked={isOn} onChange={(_, { checked }) => setOn(checked)} />
      </FormRow>
      {isOn &&
        fields.map((field) => (
          <FormRow
            key={field.key}
            label={field.label}
            help={field.secret && field.isSet ? t('sources.kept') : field.help}
            required={field.required}
            error={faultOf(field.key)}
          >
            <Input
              type={field.secret ? 'password' : 'text'}
              autoComplete="off"
              placeholder={field.default}
              value={valueOf(field)}
              onChange={(_, { value }) => setTyped({ ...typed, [field.key]: value })}
            />
          </FormRow>
        ))}
      {isOn && noticePath !== null && <NoticeAddress path={noticePath} />}
      <FormRow label="" end>
        <div className={styles.buttons}>
          {source.isOn && (
            <Button disabledFocusable={busy} onClick={() => !busy && void check()}>
              {t('sources.check')}
            </Button>
          )}
          <Button
            appearance="primary"
            disabledFocusable={busy}
            icon={busy ? <Spinner size="extra-tiny" aria-hidden="true" /> : null}
            onClick={() => !busy && void save()}
          >
            {t('sources.save')}
          </Button>
        </div>
      </FormRow>
    </FormGroup>
  );
}

/** The address that the super user enters at the source. It is a secret of the two. */
function NoticeAddress({ path }: { path: string }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const address = `${location.origin}${path}`;
  return (
    <FormRow label={t('sources.notices')} help={t('sources.noticesHelp')}>
      <Input
        readOnly
        value={address}
        className={styles.address}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={<Copy20Regular />}
            aria-label={t('sources.copyNotices')}
            onClick={() => void navigator.clipboard.writeText(address).then(() => toasts.success(t('sources.copied')))}
          />
        }
      />
    </FormRow>
  );
}
