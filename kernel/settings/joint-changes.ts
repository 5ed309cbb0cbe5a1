import type { DeclaredSetting, DeclaredSettings, SettingValue } from './declared.ts';
import type { PluginGraph } from './switches.ts';

interface JointRules {
  declared: Pick<DeclaredSettings, 'check'>;
  graph: PluginGraph;
  /** Returns the declaration, or throws ERR_NO_SETTING_FOUND. */
  known(key: string): DeclaredSetting;
  /** Returns the value that holds now. */
  now(setting: DeclaredSetting): SettingValue;
}

export type JointChange = readonly [DeclaredSetting, SettingValue];

/** Validates values that are stored together: toggles are judged by what is on afterwards. Returns those that differ. */
export const jointChanges = (
  values: Readonly<Record<string, unknown>>,
  { declared, graph, known, now }: JointRules,
): JointChange[] => {
  const checked = new Map(
    Object.entries(values).map(([key, value]) => [key, declared.check(known(key), value, `settings.${key}`)]),
  );
  const willBe = (toggle: string): SettingValue => checked.get(toggle) ?? now(known(toggle));
  const changes = [...checked]
    .map(([key, value]) => [known(key), value] as const)
    .filter(([setting, value]) => value !== now(setting));
  for (const [{ key, switches }, value] of changes)
    if (switches !== undefined)
      // A plugin that depends on a module counts as on if it would be on with it.
      graph.refuseSwitch(switches, value === 'enabled', (plugin) =>
        graph.isOn(plugin, (toggle) => toggle === key || willBe(toggle) === 'enabled'),
      );
  return changes;
};
