import { useMemo } from 'react';
import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  Copy20Regular,
  Delete20Regular,
  Dismiss20Regular,
  Link16Regular,
  MoreHorizontal20Regular,
  Play16Regular,
} from '@fluentui/react-icons';
import { Contributed, PartBoundary, translate, useT, type Item } from '@balcao/sdk/client';
import { Bar, IconButton, Spinner, tint } from '@balcao/sdk/ui';
import type { FlowNodeForm, FlowNodeFormProps } from '../../contract.ts';
import type { FlowNodeElement } from '../../graph/types.ts';
import { duplicateSelected } from '../canvas/useCanvasKeys.ts';
import { Tile } from '../canvas/Tile.tsx';
import { remove, setData } from '../document/changes.ts';
import { isDecoration, nameField } from '../document/document.ts';
import { namesSetBy } from '../document/names.ts';
import { givenName } from '../kinds/kind.ts';
import { useCatalogue } from '../data/useNamed.ts';
import { useEditor, useEditorState } from './context.ts';
import { useProblemText } from './problem-text.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '56px',
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  names: { flexGrow: 1, minWidth: 0 },
  name: {
    width: '100%',
    minWidth: 0,
    height: '22px',
    border: 'none',
    backgroundColor: 'transparent',
    borderRadius: tokens.borderRadiusSmall,
    '& input': {
      padding: 0,
      fontWeight: tokens.fontWeightSemibold,
      fontSize: tokens.fontSizeBase400,
      textOverflow: 'ellipsis',
      '::placeholder': { color: tokens.colorNeutralForeground1 },
    },
    ':hover': { backgroundColor: tint(6) },
  },
  kind: { fontSize: tokens.fontSizeBase200, lineHeight: '14px', color: tokens.colorNeutralForeground3 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '48px',
    padding: '0 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  end: { marginLeft: 'auto', display: 'flex' },
  waiting: { display: 'flex', justifyContent: 'center', padding: '24px' },
  problems: { display: 'flex', flexDirection: 'column', gap: '4px', padding: '12px 16px 0' },
});

interface PanelProps {
  node: FlowNodeElement;
  flowId: number | undefined;
  onLink(nodeId: string): void;
  onTest(nodeId: string): void;
  /** Absent: whatever the panel is in has a button for it. */
  onClose?: (() => void) | undefined;
}

/** The form of one node, with its name and what can be done with it. */
export function Panel({ node, flowId, onLink, onTest, onClose }: PanelProps) {
  const t = useT();
  const styles = useStyles();
  const editor = useEditor();
  const { store, kinds } = editor;
  const kind = kinds.get(node.type);
  const isStep = !isDecoration(node.type);
  const isStart = node.type === 'startNode';
  const change = (part: Readonly<Record<string, unknown>>) =>
    store.apply(
      'edit',
      (document) => setData(document, node.id, part, editor.wayIds),
      `${node.id}/${Object.keys(part).join()}`,
    );
  return (
    <>
      <header className={styles.head}>
        <Tile kind={kind} size="large" />
        <div className={styles.names}>
          <Input
            className={styles.name}
            appearance="filled-lighter"
            aria-label={t('editor.nodeName')}
            maxLength={80}
            placeholder={editor.nameOf({ ...node, data: { ...node.data, [nameField]: '' } })}
            value={givenName(node) === '' ? '' : String(node.data[nameField])}
            onChange={(_, { value }) => change({ [nameField]: value === '' ? undefined : value })}
          />
          <div className={styles.kind}>{kind ? translate(kind.plugin, kind.label) : t('editor.missingKind')}</div>
        </div>
        {isStep && (
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon={<MoreHorizontal20Regular />} label={t('editor.more')} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem onClick={() => onLink(node.id)}>{t('editor.link')}</MenuItem>
                <MenuItem onClick={() => onTest(node.id)}>{t('editor.testHere')}</MenuItem>
                {!isStart && <MenuItem onClick={() => duplicateSelected(store)}>{t('editor.duplicate')}</MenuItem>}
                <MenuItem onClick={() => void navigator.clipboard?.writeText(addressOf(node.id))}>
                  {t('editor.copyLink')}
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
        {onClose && (
          <IconButton icon={<Dismiss20Regular />} label={t('editor.closePanel')} shortcut="Escape" onClick={onClose} />
        )}
      </header>
      <div className={styles.body}>
        <NodeForm key={node.id} node={node} flowId={flowId} onChange={change} />
      </div>
      <footer className={styles.foot}>
        {isStep && (
          <>
            <Button size="small" icon={<Play16Regular />} onClick={() => onTest(node.id)}>
              {t('editor.testHere')}
            </Button>
            <Button size="small" icon={<Link16Regular />} onClick={() => onLink(node.id)}>
              {t('editor.link')}
            </Button>
          </>
        )}
        <span className={styles.end}>
          {!isStart && (
            <>
              <IconButton
                icon={<Copy20Regular />}
                label={t('editor.duplicate')}
                shortcut="mod+d"
                onClick={() => duplicateSelected(store)}
              />
              <IconButton
                icon={<Delete20Regular />}
                label={t('editor.removeNode')}
                shortcut="Delete"
                onClick={() => store.apply('remove', (document) => remove(document, [node.id]))}
              />
            </>
          )}
        </span>
      </footer>
    </>
  );
}

const addressOf = (nodeId: string): string => {
  const address = new URL(location.href);
  address.searchParams.set('node', nodeId);
  return address.href;
};

interface NodeFormProps {
  node: FlowNodeElement;
  flowId: number | undefined;
  onChange(change: Readonly<Record<string, unknown>>): void;
}

function NodeForm({ node, flowId, onChange }: NodeFormProps) {
  const t = useT();
  const styles = useStyles();
  const { kinds } = useEditor();
  const textOf = useProblemText();
  const catalogue = useCatalogue();
  const all = useEditorState(({ problems }) => problems);
  const document = useEditorState(({ history }) => history.present);
  const kind = kinds.get(node.type);
  const problems = useMemo(
    () =>
      all
        .filter(({ nodeId }) => nodeId === node.id)
        .map((problem) => ({
          ...(problem.field !== undefined && { field: problem.field }),
          text: textOf(problem),
          level: problem.level,
        })),
    [all, node.id, textOf],
  );
  const variables = useMemo(
    () => [...new Set([...(catalogue?.variables.map(({ name }) => name) ?? []), ...namesSetBy(document)])],
    [catalogue, document],
  );
  const general = problems.filter(({ field }) => field === undefined);
  const Form = kind?.form;
  const props: FlowNodeFormProps = { nodeId: node.id, data: node.data, onChange, problems, flowId, variables };
  return (
    <>
      {general.length > 0 && (
        <div className={styles.problems}>
          {general.map(({ text, level }) => (
            <Bar key={text} tone={level === 'error' ? 'bad' : 'warn'}>
              {text}
            </Bar>
          ))}
        </div>
      )}
      {Form && kind ? (
        <Foreign kind={kind}>
          <Form {...props} />
        </Foreign>
      ) : (
        <div className={styles.problems}>
          <Bar tone="warn">{t('editor.missingKindText', { type: node.type })}</Bar>
        </div>
      )}
    </>
  );
}

/** A form of another plugin has its own texts, and an error in it does not take the editor along. */
function Foreign({ kind, children }: { kind: { plugin: string; type: string }; children: React.ReactElement }) {
  const styles = useStyles();
  const waiting = (
    <div className={styles.waiting}>
      <Spinner size="small" />
    </div>
  );
  return kind.plugin === 'flows' ? (
    <PartBoundary fallback={waiting}>{children}</PartBoundary>
  ) : (
    <Contributed item={kind as unknown as Item<FlowNodeForm>} fallback={waiting}>
      {children}
    </Contributed>
  );
}
