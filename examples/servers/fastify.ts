import fastify, { type FastifyInstance } from 'fastify';
import type { Service } from 'gleaner/service';
import { createHttpHandler, toNodeListener } from 'gleaner/http';

/** The HTTP contract beside routes of your own, in Fastify. */
export async function createFastifyApp(service: Service): Promise<FastifyInstance> {
  const listener = toNodeListener(createHttpHandler(service));
  const app = fastify();
  app.get('/', () => 'My own page');
  // A plugin has parsers of its own: these leave the body to the handler, whatever its type.
  await app.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    plugin.addContentTypeParser('*', (_request, _payload, done) => done(null));
    plugin.all('/v1/*', (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
  });
  return app;
}
