import type { Register } from '../register.ts'

export const addMcpCommand: Register = (program, action) => {
  const command = program
    .command('mcp')
    .summary('connect a desktop client to the MCP server')
    .description(
      'Passes the messages of an MCP client between standard input and output and the server, with the API key of the profile or the environment. The client starts it. The key needs the scope mcp:read.',
    )
    .addHelpText(
      'after',
      `
Put the command into the configuration of the client; docs/mcp.md has examples. It ends when its input ends.

Examples:
  $ inlet mcp
  $ inlet mcp --profile research`,
    )
  action(command, async (context, options: { profile?: string }) => {
    const { mcp } = await import('./mcp.handler.ts')
    return mcp(context, options)
  })
}
