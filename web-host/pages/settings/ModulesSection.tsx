import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ApiError, api, errorText, useRoom, useT, useToasts } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { FormGroup, FormRow, ToneIcon, ext } from '@balcao/sdk/ui';
import { textOf } from './fields.ts';

export const modulesId = 'section-modules';
const modulesKey = ['platform', 'modules'];
const companyRoom = room('kernel.company');

/** One entry of GET /platform/modules. Title and description are text keys of the plugin, or plain texts. */
export interface Module {
  plugin: string;
  title: string;
  description: string;
  /** Name of the company setting that switches it. */
  toggle: string;
  on: boolean;
  /** True when only the operator may switch it. */
  locked?: boolean;
  /** Ids of the plugins that it requires. */
  requires?: readonly string[];
  /** Absent: running. A module that does not run cannot be switched. */
  state?: 'running' | 'failed' | 'blocked';
}

const useStyles = makeStyles({
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '4px',
    marginTop: '4px',
    color: tokens.colorNeutralForeground2,
  },
  warn: { color: ext.warn },
});

export const useModules = (allowed: boolean) =>
  useQuery({ queryKey: modulesKey, queryFn: () => api.get<Module[]>('/platform/modules'), enabled: allowed, retry: 1 });

/** A switch for each module, with the reason beside each switch that is blocked. */
export function ModulesSection({ modules }: { modules: readonly Module[] }) {
  const t = useT('shell');
  const styles = useStyles();
  const toasts = useToasts();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const nameOf = (id: string) => {
    const found = modules.find(({ plugin }) => plugin === id);
    return found ? textOf(found.plugin, found.title) : id;
  };
  // A colleague or the operator may have switched one in the meantime.
  const again = (): void => void client.invalidateQueries({ queryKey: modulesKey });
  useRoom(companyRoom, {}, { module: again }, { queryKeys: [modulesKey] });
  const show = (toggle: string, on: boolean) =>
    client.setQueryData<Module[]>(modulesKey, (all) =>
      all?.map((module) => (module.toggle === toggle ? { ...module, on } : module)),
    );

  const change = async (module: Module, on: boolean, isUndo = false) => {
    const { toggle, plugin } = module;
    setFaults((all) => ({ ...all, [toggle]: undefined }));
    setBusy((all) => new Set(all).add(toggle));
    show(toggle, on);
    try {
      await api.put(`/settings/${encodeURIComponent(toggle)}`, { key: toggle, value: on ? 'enabled' : 'disabled' });
      const text = t(on ? 'modules.turnedOn' : 'modules.turnedOff', { name: nameOf(plugin) });
      if (isUndo) toasts.success(text);
      else toasts.undo(text, () => void change(module, !on, true));
      void client.invalidateQueries({ queryKey: ['settings', 'schema'] });
    } catch (error) {
      show(toggle, !on);
      setFaults((all) => ({ ...all, [toggle]: reason(error) }));
    } finally {
      setBusy((all) => new Set([...all].filter((one) => one !== toggle)));
    }
  };
  const reason = (error: unknown): string => {
    const ids = error instanceof ApiError ? error.context['plugins'] : undefined;
    if (!(error instanceof ApiError) || !Array.isArray(ids)) return errorText(error, t);
    const names = ids.map((id) => nameOf(String(id))).join(', ');
    return t(error.code === 'ERR_PLUGIN_REQUIRED' ? 'modules.required' : 'modules.dependents', { names });
  };

  return (
    <FormGroup id={modulesId} title={t('modules.title')} text={t('modules.text')}>
      {modules.map((module) => {
        const runs = module.state === undefined || module.state === 'running';
        const names = (others: readonly Module[]) => others.map(({ plugin }) => nameOf(plugin)).join(', ');
        const needed = modules.filter(({ plugin }) => module.requires?.includes(plugin));
        const missing = needed.filter(({ on }) => !on);
        const dependents = modules.filter(({ on, requires }) => on && requires?.includes(module.plugin));
        const note = !runs
          ? t(`modules.${module.state}`)
          : !module.on && missing.length > 0
            ? t('modules.needsFirst', { names: names(missing) })
            : module.on && dependents.length > 0
              ? t('modules.neededBy', { names: names(dependents) })
              : needed.length > 0 && t('modules.needs', { names: names(needed) });
        const help = [textOf(module.plugin, module.description), module.locked && t('modules.locked')];
        return (
          <FormRow
            key={module.toggle}
            end
            label={textOf(module.plugin, module.title)}
            help={
              <>
                {help.filter(Boolean).join(' · ')}
                {note && (
                  <span className={mergeClasses(styles.note, !runs && styles.warn)}>
                    <ToneIcon tone={runs ? 'info' : 'warn'} />
                    {note}
                  </span>
                )}
              </>
            }
            error={faults[module.toggle]}
          >
            <Switch
              checked={module.on}
              disabled={!runs || module.locked === true || busy.has(module.toggle)}
              onChange={(_, data) => void change(module, data.checked)}
            />
          </FormRow>
        );
      })}
    </FormGroup>
  );
}
