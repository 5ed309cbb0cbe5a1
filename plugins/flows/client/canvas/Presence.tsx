import { mergeClasses } from '@fluentui/react-components';
import { hueOf } from '@balcao/sdk/ui';
import { useEditorState } from '../editor/context.ts';
import { useNodeStyles } from './node-styles.ts';

/** The name of a colleague who edits this node now. */
export function Presence({ nodeId }: { nodeId: string }) {
  const styles = useNodeStyles();
  const other = useEditorState(({ others, mode }) =>
    mode === 'edit' ? others.find((one) => one.nodeId === nodeId) : undefined,
  );
  if (!other) return null;
  return (
    <span
      className={mergeClasses(styles.flag, styles.other)}
      style={{ backgroundColor: `oklch(.45 .08 ${hueOf(other.name)})`, color: '#fff' }}
    >
      {other.name}
    </span>
  );
}
