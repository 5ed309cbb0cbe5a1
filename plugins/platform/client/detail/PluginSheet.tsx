import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { EmptyState, SideSheet, SkeletonRows, Tabs } from '@balcao/sdk/ui';
import { ConditionPill } from '../ConditionPill.tsx';
import { CopyButton } from '../CopyButton.tsx';
import { conditionOf, nameOf, type InstalledPlugin } from '../installed.ts';
import { AccessPart } from './AccessPart.tsx';
import { CompaniesPart } from './CompaniesPart.tsx';
import { FactsPart } from './FactsPart.tsx';
import { HealthPart } from './HealthPart.tsx';
import { diagnosisOf } from './diagnosis.ts';

const parts = ['health', 'companies', 'access', 'facts'] as const;
type PartName = (typeof parts)[number];

const useStyles = makeStyles({
  text: { margin: '0 0 12px', textWrap: 'pretty' },
  facts: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 12px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  tabs: {
    margin: '12px -20px 20px',
    paddingInline: '10px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
});

export interface PluginSheetProps {
  /** Id of the plugin that is shown; absent: none. */
  id: string | undefined;
  /** Absent while loading. */
  plugins: readonly InstalledPlugin[] | undefined;
  addressOf(id: string): string;
  onClose(): void;
}

/** One plugin: its health, companies, access and facts. */
export function PluginSheet({ id, plugins, addressOf, onClose }: PluginSheetProps) {
  const t = useT();
  const plugin = plugins?.find((one) => one.id === id);
  // The last plugin stays visible while the sheet closes.
  const [last, setLast] = useState(plugin);
  if (plugin && plugin !== last) setLast(plugin);
  const shown = id === undefined ? last : plugin;
  return (
    <SideSheet
      open={id !== undefined}
      title={shown ? nameOf(shown) : t('page.title')}
      width={640}
      onClose={onClose}
      actions={shown && <CopyButton text={diagnosisOf(shown)} label={t('detail.copy')} />}
    >
      {shown && plugins && <Plugin key={shown.id} plugin={shown} plugins={plugins} addressOf={addressOf} />}
      {!shown && !plugins && <SkeletonRows rows={6} height={44} />}
      {!shown && plugins && id !== undefined && (
        <EmptyState title={t('detail.gone')} text={t('detail.goneText', { id })} />
      )}
    </SideSheet>
  );
}

interface PluginProps {
  plugin: InstalledPlugin;
  plugins: readonly InstalledPlugin[];
  addressOf(id: string): string;
}

function Plugin({ plugin, plugins, addressOf }: PluginProps) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const [params, setParams] = useSearchParams();
  const part: PartName = parts.find((name) => name === params.get('tab')) ?? 'health';
  const { version, publisher, description, firstParty, faults, breakers, errors, companies, toggle, state } = plugin;
  const troubles = faults.length + breakers.length + errors.lastHour;
  const choose = (name: PartName): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name === 'health') next.delete('tab');
        else next.set('tab', name);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      {description && <p className={styles.text}>{description}</p>}
      <div className={styles.facts}>
        <ConditionPill condition={conditionOf(plugin)} />
        {version && <span>{t('detail.version', { version })}</span>}
        {publisher && <span>{publisher}</span>}
        <span>{t(firstParty ? 'origin.own' : 'origin.outside')}</span>
        {state === 'running' && toggle !== null && (
          <span>{t('detail.onIn', { on: format.number(companies.on), total: format.number(companies.total) })}</span>
        )}
      </div>
      <div className={styles.tabs}>
        <Tabs
          label={t('detail.tabs')}
          value={part}
          onChange={choose}
          options={parts.map((value) => ({
            value,
            label: t(`detail.${value}`),
            ...(value === 'health' && troubles > 0 ? { count: troubles } : {}),
          }))}
        />
      </div>
      {part === 'health' && <HealthPart plugin={plugin} />}
      {part === 'companies' && <CompaniesPart plugin={plugin} plugins={plugins} />}
      {part === 'access' && <AccessPart plugin={plugin} />}
      {part === 'facts' && <FactsPart plugin={plugin} plugins={plugins} addressOf={addressOf} />}
    </>
  );
}
