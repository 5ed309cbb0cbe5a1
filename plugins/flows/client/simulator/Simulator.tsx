import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  Button,
  Dropdown,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
  Switch,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowCounterclockwise20Regular,
  Bookmark16Regular,
  Dismiss20Regular,
  Send20Filled,
} from '@fluentui/react-icons';
import { useFormat, useLanguage, useSession, useShortcut, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ChannelGlyph, IconButton, Tabs, ext, tint } from '@balcao/sdk/ui';
import { useCatalogue } from '../data/useNamed.ts';
import { writeData } from '../document/document.ts';
import { useEditor, useEditorState } from '../editor/context.ts';
import { courseOf } from '../editor/store.ts';
import { advance, minute, run, settled, startSimulation, type RunOptions, type Simulation } from './simulation.ts';
import { SaveDialogue } from './SaveDialogue.tsx';
import { clockText, untilMorning } from './clock.ts';
import { Dialogues } from './Dialogues.tsx';
import { Thread } from './Thread.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400 },
  tag: {
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(7),
    fontSize: tokens.fontSizeBase200,
  },
  end: { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: '4px' },
  setup: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.15fr)',
    gap: '8px',
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  channel: { minWidth: 0 },
  option: { display: 'flex', alignItems: 'center', gap: '8px' },
  clock: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px',
    paddingLeft: '10px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(5),
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    minWidth: 0,
  },
  reply: {
    display: 'flex',
    gap: '8px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  input: { flexGrow: 1, minWidth: 0 },
  lower: {
    flexShrink: 0,
    maxHeight: '216px',
    display: 'flex',
    flexDirection: 'column',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tabs: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: '0 12px',
    padding: '0 4px 0 8px',
  },
  list: { overflowY: 'auto', padding: '0 16px 8px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: '116px minmax(0, 1fr)',
    gap: '8px',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  name: { color: tokens.colorNeutralForeground2 },
  fresh: {
    marginLeft: '6px',
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: ext.bubbleOut,
    color: tokens.colorBrandForeground1,
    fontSize: '11px',
  },
  step: {
    padding: '3px 0',
    fontSize: tokens.fontSizeBase200,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    display: 'block',
    width: '100%',
  },
  real: { whiteSpace: 'nowrap', '& label': { fontSize: tokens.fontSizeBase200, paddingInline: 0 } },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface SimulatorProps {
  flowId: number | undefined;
  /** Node at which it begins; absent: the start. */
  startAt: string | undefined;
  onStartAt(nodeId: string | undefined): void;
}

type Tab = 'variables' | 'steps' | 'tests';

/** Plays the draft as a customer would meet it. Nothing is sent, stored or changed. */
export function Simulator({ flowId, startAt, onStartAt }: SimulatorProps) {
  const { touch } = useViewport();
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { company } = useSession();
  const styles = useStyles();
  const toasts = useToasts();
  const { store, nameOf, reveal } = useEditor();
  const channels = useCatalogue()?.channels ?? [];
  const [chosen, setChosen] = useState<string>();
  const channel = chosen ?? channels[0] ?? 'none';
  const [simulation, setSimulation] = useState<Simulation>(() => startSimulation(Date.now()));
  const [isReal, setReal] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const [tab, setTab] = useState<Tab>('variables');
  const [isSaving, setSaving] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const document = useEditorState(({ history }) => history.present);
  const { last } = simulation;

  const options = useCallback(
    (isStepwise: boolean): RunOptions => ({
      flowId,
      data: writeData(store.document),
      channel,
      startAt,
      // A step at a time is a stop before every node.
      breakpoints: isStepwise ? store.document.nodes.map(({ id }) => id).slice(0, 200) : [...store.get().breakpoints],
      isReal,
    }),
    [flowId, store, channel, startAt, isReal],
  );
  const play = useCallback(
    async (step: () => Promise<Simulation>, isStepwise = false) => {
      setBusy(true);
      try {
        const next = await step();
        setSimulation(isStepwise ? next : await settled(next, options(false)));
      } catch (error) {
        toasts.error(error);
      } finally {
        setBusy(false);
      }
    },
    [toasts, options],
  );
  const restart = useCallback(
    () => play(() => run(startSimulation(Date.now()), { kind: 'start' }, options(false))),
    [play, options],
  );
  // Another channel, another beginning or a changed drawing begins anew.
  const begun = useRef(false);
  useEffect(() => {
    if (channels.length === 0 && begun.current) return;
    begun.current = true;
    void restart();
  }, [restart, document, channels.length]);

  const nodeId = last && last.status !== 'ended' ? last.nodeId : null;
  const entries = useMemo(() => simulation.lines.map(({ entry }) => entry), [simulation]);
  useEffect(() => {
    store.set({ course: courseOf(entries, nodeId) });
    if (nodeId !== null) reveal(nodeId);
  }, [store, entries, nodeId, reveal]);
  useEffect(
    () => () => {
      store.set({ course: undefined });
      onStartAt(undefined);
    },
    // On leaving the simulator only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  const answer = (body: string, choice?: string) => {
    if (body.trim() === '' || isBusy) return;
    setTyped('');
    void play(() =>
      run(simulation, { kind: 'message', body, ...(choice !== undefined && { choice }) }, options(isSlow)),
    );
  };
  const skip = (ms: number) => void play(() => advance(simulation, ms, options(isSlow)));
  const goOn = (isStepwise: boolean) => {
    setSlow(isStepwise);
    if (last?.status === 'stopped')
      void play(() => run(simulation, { kind: 'continue' }, options(isStepwise)), isStepwise);
    else if (last?.wait?.kind === 'timer' && last.wait.until !== null)
      skip(Math.max(1000, Date.parse(last.wait.until) - simulation.now));
    else if (last?.status === 'ended' || !last) void restart();
  };
  const work = (failed: boolean) =>
    void play(() =>
      run(
        simulation,
        failed ? { kind: 'work', failed: 'simulado' } : { kind: 'work', result: { status: 200, values: {} } },
        options(isSlow),
      ),
    );
  useShortcut('f10', () => goOn(true));
  useShortcut('f5', () => goOn(false));
  useShortcut('escape', () => store.set({ mode: 'edit' }));

  const steps = [1, 60, 1440] as const;
  const variables = Object.entries(last?.variables ?? {});
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('sim.title')}</h2>
        <span className={styles.tag}>{t('sim.draft')}</span>
        <span className={styles.end}>
          {flowId !== undefined && (
            <Button
              size="small"
              icon={<Bookmark16Regular />}
              aria-label={t('sim.saveTest')}
              title={t('sim.saveTest')}
              disabled={simulation.script.length === 0}
              onClick={() => setSaving(true)}
            >
              {touch ? undefined : t('sim.saveTest')}
            </Button>
          )}
          <IconButton
            icon={<ArrowCounterclockwise20Regular />}
            label={t('sim.restart')}
            onClick={() => void restart()}
          />
          <IconButton icon={<Dismiss20Regular />} label={t('sim.close')} onClick={() => store.set({ mode: 'edit' })} />
        </span>
      </header>
      <div className={styles.setup}>
        <Dropdown
          className={styles.channel}
          aria-label={t('sim.channel')}
          value={channel === 'none' ? t('sim.noChannel') : t(`channel.${channel}`, { defaultValue: channel })}
          selectedOptions={[channel]}
          onOptionSelect={(_, { optionValue }) => setChosen(optionValue)}
        >
          {[...channels, 'none'].map((id) => {
            const name = id === 'none' ? t('sim.noChannel') : t(`channel.${id}`, { defaultValue: id });
            return (
              <Option key={id} value={id} text={name}>
                <span className={styles.option}>
                  {id !== 'none' && <ChannelGlyph channel={id} size={16} />}
                  {name}
                </span>
              </Option>
            );
          })}
        </Dropdown>
        <div className={styles.clock}>
          <span title={format.dateTime(simulation.now)}>{clockText(simulation.now, language, company.timeZone)}</span>
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <Button size="small" appearance="transparent" disabled={isBusy || !last || last.status === 'ended'}>
                {t('sim.advance')}
              </Button>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {steps.map((minutes) => (
                  <MenuItem key={minutes} onClick={() => skip(minutes * minute)}>
                    {t(`sim.advance${minutes}`)}
                  </MenuItem>
                ))}
                <MenuItem onClick={() => skip(untilMorning(simulation.now))}>{t('sim.advanceOpen')}</MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        </div>
      </div>
      <Thread
        simulation={simulation}
        isBusy={isBusy}
        onAnswer={answer}
        onSkip={skip}
        onContinue={() => goOn(false)}
        onWork={work}
      />
      <form
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault();
          answer(typed);
        }}
      >
        <Input
          className={styles.input}
          aria-label={t('sim.answer')}
          placeholder={t('sim.answer')}
          value={typed}
          disabled={last?.status === 'ended'}
          onChange={(_, { value }) => setTyped(value)}
        />
        <IconButton
          appearance="primary"
          type="submit"
          icon={<Send20Filled />}
          label={t('sim.send')}
          disabledFocusable={typed.trim() === ''}
        />
      </form>
      <div className={styles.lower}>
        <div className={styles.tabs}>
          <Tabs<Tab>
            label={t('sim.details')}
            value={tab}
            options={[
              { value: 'variables', label: t('sim.variables') },
              { value: 'steps', label: t('sim.steps') },
              ...(flowId === undefined ? [] : [{ value: 'tests' as const, label: t('sim.tests') }]),
            ]}
            onChange={setTab}
          />
          <Switch
            className={styles.real}
            labelPosition="before"
            label={t('sim.real')}
            checked={isReal}
            onChange={(_, { checked }) => setReal(checked)}
          />
        </div>
        <div className={styles.list}>
          {tab === 'variables' &&
            (variables.length === 0 ? (
              <p className={styles.quiet}>{t('sim.noVariables')}</p>
            ) : (
              variables.map(([name, value]) => (
                <div key={name} className={styles.pair}>
                  <span className={styles.name}>{name}</span>
                  <span>
                    {String(value ?? '')}
                    {simulation.fresh.has(name) && <span className={styles.fresh}>{t('sim.fresh')}</span>}
                  </span>
                </div>
              ))
            ))}
          {tab === 'steps' &&
            [...courseOf(entries, null).order].map(([id, order]) => {
              const node = document.nodes.find((one) => one.id === id);
              return (
                <button key={id} type="button" className={styles.step} onClick={() => reveal(id)}>
                  {order}. {node ? nameOf(node) : id}
                </button>
              );
            })}
          {tab === 'tests' && flowId !== undefined && <Dialogues flowId={flowId} document={document} />}
        </div>
      </div>
      {isSaving && flowId !== undefined && (
        <SaveDialogue flowId={flowId} channel={channel} simulation={simulation} onClose={() => setSaving(false)} />
      )}
    </>
  );
}
