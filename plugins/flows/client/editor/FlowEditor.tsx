import { useEffect, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ReactFlowProvider } from '@xyflow/react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, lazyPart, useErrorText, useShortcut, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { SideSheet } from '@balcao/sdk/ui';
import type { FlowProblem } from '../../graph/types.ts';
import type { FlowDetail } from '../../graph/wire.ts';
import { Canvas } from '../canvas/Canvas.tsx';
import { findNode, type FlowDocument } from '../document/document.ts';
import { Outline } from '../outline/Outline.tsx';
import { ConflictBar } from './ConflictBar.tsx';
import { EditorContext, useEditor, useEditorState } from './context.ts';
import { FindNode } from './FindNode.tsx';
import { Header } from './Header.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { Palette } from './Palette.tsx';
import { Panel } from './Panel.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import type { EditorDialog, EditorStore } from './store.ts';
import { TouchFoot } from './TouchFoot.tsx';
import { useChecks } from './useChecks.ts';
import { useEditorOf } from './useEditorOf.ts';
import { useOthers } from './useOthers.ts';
import { usePublished, versionsKey } from './usePublished.ts';
import { usePublishing } from './usePublishing.ts';
import { useSaving } from './useSaving.ts';

const Simulator = lazyPart(async () => ({ default: (await import('../simulator/Simulator.tsx')).Simulator }));
const Numbers = lazyPart(async () => ({ default: (await import('../numbers/Numbers.tsx')).Numbers }));
const NumbersBar = lazyPart(async () => ({ default: (await import('../numbers/NumbersBar.tsx')).NumbersBar }));
const Versions = lazyPart(async () => ({ default: (await import('../versions/Versions.tsx')).Versions }));
const Occasions = lazyPart(async () => ({ default: (await import('./Occasions.tsx')).Occasions }));
const Report = lazyPart(async () => ({ default: (await import('../numbers/Report.tsx')).Report }));

const useStyles = makeStyles({
  editor: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  main: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '320px',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  wide: { width: '376px' },
  over: { position: 'absolute', top: 0, right: 0, bottom: 0, zIndex: 8, boxShadow: tokens.shadow16 },
  middle: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
  full: { position: 'absolute', inset: 0, width: 'auto', borderLeft: 'none', zIndex: 8 },
});

interface FlowEditorProps {
  store: EditorStore;
  /** As loaded; absent: a new one. */
  flow: FlowDetail | undefined;
  onCreated?(flowId: number): void;
}

/** The whole editor over one drawing. */
export function FlowEditor({ store, flow, onCreated }: FlowEditorProps) {
  const editor = useEditorOf(store);
  return (
    <EditorContext value={editor}>
      <ReactFlowProvider>
        <Workspace store={store} flow={flow} {...(onCreated && { onCreated })} />
      </ReactFlowProvider>
    </EditorContext>
  );
}

function Workspace({ store, flow, onCreated }: FlowEditorProps) {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const styles = useStyles();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const { touch, width } = useViewport();
  const [live, setLive] = useState({ number: flow?.liveNumber ?? null, running: flow?.running ?? 0 });
  const [linking, setLinking] = useState<string>();
  const [startAt, setStartAt] = useState<string>();
  const [dialog, setDialog] = useState<EditorDialog>();
  const saving = useSaving(store, flow, (id) => {
    onCreated?.(id);
    void navigate(`/flow-chart/${id}`, { replace: true });
  });
  const { saver, flowId } = saving;
  const queries = useQueryClient();
  const [own, setOwn] = useState<{ number: number; document: FlowDocument }>();
  const published = usePublished(flowId, live.number, own);
  useChecks(store, flowId);
  useOthers({
    store,
    saving,
    liveNumber: live.number,
    onPublished: ({ number, isOwn }) => {
      setLive((former) => ({ ...former, number }));
      void queries.invalidateQueries({ queryKey: versionsKey(flowId) });
      if (!isOwn) toasts.info(t(number === null ? 'editor.othersTookDown' : 'editor.othersPublished'));
    },
    onDeleted: () => {
      toasts.warning(t('editor.deleted'));
      void navigate('/flows');
    },
  });

  const { reveal } = useEditor();
  const mode = useEditorState((state) => state.mode);
  const isOutline = useEditorState((state) => state.isOutline) || touch;
  const document = useEditorState(({ history }) => history.present);
  const openNode = useEditorState(({ nodes, isPanelOpen }) =>
    isPanelOpen && nodes.size === 1 ? [...nodes][0] : undefined,
  );
  const node = findNode(document, openNode);

  // `?versions=1` opens the list of versions.
  useEffect(() => {
    if (!address.has('versions')) return;
    setDialog('versions');
    setAddress({}, { replace: true });
  }, [address, setAddress]);

  // A link to a node opens it.
  const asked = address.get('node');
  useEffect(() => {
    if (asked === null) return;
    if (findNode(store.document, asked)) {
      store.open(asked);
      // The canvas fits itself first.
      window.setTimeout(reveal, 300, asked);
    }
    setAddress(
      (former) => {
        former.delete('node');
        return former;
      },
      { replace: true },
    );
  }, [asked, setAddress, store, reveal]);

  /** Rejects when the flow was not published. */
  const publish = async (note?: string) => {
    const document = store.document;
    try {
      const saved = await saver.publish(note ? { note } : {});
      store.set({ problems: saved.problems });
      if (!saved.version) return;
      const { number } = saved.version;
      setOwn({ number, document });
      setLive((former) => ({ ...former, number }));
      void queries.invalidateQueries({ queryKey: versionsKey(flowId) });
      toasts.success(flow || live.number !== null ? t('editor.published', { number }) : t('editor.added'));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_FLOW_INVALID') {
        const { problems } = error.context as { problems?: FlowProblem[] };
        if (problems) store.set({ problems });
      }
      throw error;
    }
  };
  const save = async (isDraftOnly: boolean) => {
    if (store.document.title.trim() === '') {
      toasts.error(t('errors.ERR_FLOW_NAME_REQUIRED'));
      window.document.querySelector<HTMLInputElement>('[data-flow-name]')?.focus();
      return;
    }
    try {
      if (!isDraftOnly) return await publish();
      await saver.flush();
      toasts.success(t('editor.draftSaved'));
    } catch (error) {
      // The bar above the drawing asks what to do.
      if (!(error instanceof ApiError && error.code === 'ERR_FLOW_CHANGED')) toasts.error(textOf(error));
    }
  };

  const publishing = usePublishing({ live, published, onPublish: save });

  useShortcut('mod+z', () => store.undo(), {
    when: () => store.get().mode === 'edit',
    label: t('editor.undo'),
    group: t('list.title'),
  });
  useShortcut('mod+shift+z', () => store.redo(), {
    when: () => store.get().mode === 'edit',
    label: t('editor.redo'),
    group: t('list.title'),
  });
  useShortcut('mod+s', () => void save(true), { label: t('editor.save'), group: t('list.title') });
  useShortcut('mod+f', () => setDialog('find'), { label: t('editor.find'), group: t('list.title') });
  useShortcut('o', () => store.set({ isOutline: !store.get().isOutline }), {
    label: t('editor.outline'),
    group: t('list.title'),
  });

  const test = (nodeId: string) => {
    setStartAt(nodeId);
    store.set({ mode: 'simulate', isPanelOpen: false });
  };
  const close = () => store.set({ isPanelOpen: false });
  const panel = node && mode === 'edit' && (
    <Panel node={node} flowId={flowId} onLink={setLinking} onTest={test} onClose={touch ? undefined : close} />
  );
  return (
    <div className={styles.editor}>
      <Header
        status={saving.status}
        live={live}
        published={published}
        publishing={publishing}
        flowId={flowId}
        isTouch={touch}
        onDialog={setDialog}
      />
      {saving.status.kind === 'conflict' && (
        <ConflictBar
          conflict={saving.status.conflict}
          onKeep={(draftRev) => void saver.keepMine(draftRev).catch(() => undefined)}
          onTake={({ title, data, draftRev }) => saving.takeOver(title, data, draftRev)}
        />
      )}
      <div className={styles.main}>
        {mode === 'edit' && !touch && !isOutline && <Palette isRail={width < 1180} />}
        <div className={styles.middle}>
          {mode === 'numbers' && <NumbersBar flowId={flowId} onReport={() => setDialog('report')} />}
          {isOutline ? (
            <Outline
              isTouch={touch}
              onLink={setLinking}
              onTest={test}
              foot={(insert) => <TouchFoot publishing={publishing} flowId={flowId} live={live} insert={insert} />}
            />
          ) : (
            <Canvas onLink={setLinking} onTest={test} />
          )}
        </div>
        {mode === 'simulate' && (
          <aside
            className={mergeClasses(styles.panel, styles.wide, width < 1100 && styles.over, touch && styles.full)}
            aria-label={t('sim.title')}
          >
            <Simulator flowId={flowId} startAt={startAt} onStartAt={setStartAt} />
          </aside>
        )}
        {mode === 'numbers' && (
          <aside
            className={mergeClasses(styles.panel, width < 1180 && styles.over, touch && styles.full)}
            aria-label={t('num.title')}
          >
            <Numbers flowId={flowId} />
          </aside>
        )}
        {!touch && panel && (
          <aside className={mergeClasses(styles.panel, width < 1180 && styles.over)} aria-label={t('editor.panel')}>
            {panel}
          </aside>
        )}
      </div>
      {touch && (
        <SideSheet open={Boolean(panel)} title={t('editor.panel')} onClose={close}>
          {panel}
        </SideSheet>
      )}
      {linking !== undefined && <LinkDialog nodeId={linking} onClose={() => setLinking(undefined)} />}
      {dialog === 'publish' && (
        <PublishDialog
          next={published.next}
          live={live}
          changes={published.changes}
          onPublish={publish}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'versions' && flowId !== undefined && (
        <Versions
          flowId={flowId}
          saver={saver}
          onRestored={saving.takeOver}
          onTakenDown={() => setLive((former) => ({ ...former, number: null }))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'occasions' && flowId !== undefined && (
        <Occasions flowId={flowId} saver={saver} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'report' && flowId !== undefined && <Report flowId={flowId} onClose={() => setDialog(undefined)} />}
      {dialog === 'find' && <FindNode onClose={() => setDialog(undefined)} />}
    </div>
  );
}
