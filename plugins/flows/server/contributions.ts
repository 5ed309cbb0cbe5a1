import type { FlowNode, FlowVariable } from '../contract.ts';

/** Refuses a node without the agreed shape, when its plugin is loaded. */
export const checkNode = ({ type, version, schema, handles, execute }: FlowNode): void => {
  if (typeof type !== 'string' || !/^[\w.-]{1,100}$/.test(type) || !Number.isInteger(version) || version < 1)
    throw new Error('a contribution to flows.node needs a type of letters, digits, dots and dashes, and a version');
  if (typeof schema?.safeParse !== 'function' || typeof handles !== 'function' || typeof execute !== 'function')
    throw new Error(`the node ${type} of flows.node needs schema, handles() and execute()`);
};

export const checkVariable = ({ names, load, samples }: FlowVariable): void => {
  if (!Array.isArray(names) || typeof load !== 'function' || typeof samples !== 'object')
    throw new Error('a contribution to flows.variable needs names, load() and samples');
};
