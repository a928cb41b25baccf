import type { Command } from 'commander';
import { createOpenApiDocument } from '../../http/index.ts';
import type { CommandIo } from '../output/command-io.ts';

/** `gleaner openapi`. */
export function addOpenapiCommand(program: Command, io: CommandIo): void {
  program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the HTTP contract.')
    .option('--json', 'as everywhere; it is JSON anyway')
    .action(() => {
      io.output.write(`${JSON.stringify(createOpenApiDocument(), undefined, 2)}\n`);
    });
}
