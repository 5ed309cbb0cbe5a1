import { Button, Field, Input, makeStyles, Switch, Textarea, tokens } from '@fluentui/react-components';
import type { Connection } from '@balcao/connections/contract';
import { useErrorText, useT, type Translate } from '@balcao/sdk/client';
import { ColorPalette, ErrorState, ext, SkeletonRows } from '@balcao/sdk/ui';
import { useState } from 'react';
import type { ShownSite } from '../contract.ts';
import { SitePreview } from './SitePreview.tsx';
import { useAutosave, type Autosave } from './useAutosave.ts';
import { useSite } from './useSite.ts';

const colors = [
  '#803b83',
  '#5b3fd1',
  '#2457d6',
  '#0b6aa3',
  '#0a7d7a',
  '#17733b',
  '#4b6b12',
  '#8a5300',
  '#b5451b',
  '#b3261e',
  '#c8336f',
  '#8e2a5b',
  '#6b4a3a',
  '#3f4a5a',
  '#1f2937',
  '#111111',
  '#e8b90f',
  '#f28c28',
  '#39b8a6',
  '#7aa5ff',
];

const useStyles = makeStyles({
  all: { display: 'grid', gap: '20px' },
  color: { display: 'grid', gap: '8px' },
  code: { width: '120px' },
  ask: { marginLeft: '-8px' },
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '24px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  failed: { color: ext.bad },
});

/** Returns the text of a server’s fault at a field, in the reader’s language. */
const fieldText = (raw: string | undefined, t: Translate): string | undefined => {
  if (raw === undefined) return undefined;
  if (raw.startsWith('ERR_ORIGIN_INVALID'))
    return t('form.invalidOrigin', { origin: raw.slice('ERR_ORIGIN_INVALID '.length) });
  if (raw === '#rrggbb') return t('form.invalidColor');
  return raw === 'Too Long!' ? t('form.tooLong') : t('form.required');
};

/** The form of a site’s appearance and allowed origins. Saves by itself. */
export default function SiteForm({ connection }: { connection?: Pick<Connection, 'id'> }) {
  // A connection that is being created has no site yet; its setup follows right after.
  return connection ? <LoadedForm connectionId={connection.id} /> : null;
}

function LoadedForm({ connectionId }: { connectionId: number }) {
  const site = useSite(connectionId);
  if (site.isError) return <ErrorState error={site.error} onRetry={() => void site.refetch()} />;
  if (!site.data) return <SkeletonRows rows={4} height={56} />;
  return <Fields site={site.data} />;
}

function Fields({ site }: { site: ShownSite }) {
  const t = useT();
  const styles = useStyles();
  const saving = useAutosave(site.connectionId);
  const [values, setValues] = useState({ ...site, origins: site.allowedOrigins.join('\n') });
  const { title, color, greeting, askName, origins } = values;

  const change = (part: Partial<typeof values>): void => {
    setValues({ ...values, ...part });
    const { origins: typed, ...fields } = part;
    saving.save({ ...fields, ...(typed !== undefined && { allowedOrigins: typed.split(/[\n,;]/) }) });
  };
  const errorOf = (field: string): string | undefined => {
    const key = Object.keys(saving.errors).find((name) => name.split('.')[0] === field);
    return key === undefined ? undefined : fieldText(saving.errors[key], t);
  };

  const hintOf = (field: string, hint: string) => {
    const error = errorOf(field);
    return error === undefined ? { hint } : ({ hint, validationState: 'error', validationMessage: error } as const);
  };

  return (
    <div className={styles.all}>
      <SitePreview title={title} color={/^#[0-9a-f]{6}$/i.test(color) ? color : site.color} greeting={greeting} />
      <Field label={t('form.title')} {...hintOf('title', t('form.titleHelp'))}>
        <Input value={title} maxLength={60} onChange={(_, data) => change({ title: data.value })} />
      </Field>
      <Field label={t('form.color')} {...hintOf('color', t('form.colorHelp'))}>
        <div className={styles.color}>
          <ColorPalette
            label={t('form.color')}
            colors={colors}
            value={color}
            onChange={(picked) => change({ color: picked })}
          />
          <Input
            className={styles.code}
            aria-label={t('form.colorCode')}
            value={color}
            maxLength={7}
            spellCheck={false}
            onChange={(_, data) => change({ color: data.value })}
          />
        </div>
      </Field>
      <Field label={t('form.greeting')} {...hintOf('greeting', t('form.greetingHelp'))}>
        <Textarea
          value={greeting}
          maxLength={1000}
          rows={3}
          resize="vertical"
          onChange={(_, data) => change({ greeting: data.value })}
        />
      </Field>
      <Field hint={t('form.askNameHelp')}>
        <Switch
          className={styles.ask}
          label={t('form.askName')}
          checked={askName}
          onChange={(_, data) => change({ askName: data.checked })}
        />
      </Field>
      <Field label={t('form.origins')} {...hintOf('allowedOrigins', t('form.originsHelp'))}>
        <Textarea
          value={origins}
          rows={3}
          resize="vertical"
          spellCheck={false}
          placeholder="https://loja.com.br"
          onChange={(_, data) => change({ origins: data.value })}
        />
      </Field>
      <SavingLine saving={saving} />
    </div>
  );
}

function SavingLine({ saving }: { saving: Autosave }) {
  const t = useT();
  const styles = useStyles();
  const errorText = useErrorText();
  const { state, error } = saving;
  const isField = Object.keys(saving.errors).length > 0;
  return (
    <div className={styles.state} role="status">
      {state === 'saving' && t('form.saving')}
      {state === 'saved' && t('form.saved')}
      {state === 'failed' && <span className={styles.failed}>{isField ? t('form.notSaved') : errorText(error)}</span>}
      {state === 'failed' && !isField && (
        <Button size="small" appearance="subtle" onClick={saving.retry}>
          {t('form.retry')}
        </Button>
      )}
    </div>
  );
}
