/** The plugins of every test of flows. */
export const plugins = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'flows', 'tags'];
