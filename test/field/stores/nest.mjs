// The store as the guide of NestJS leads one to write it: a controller, DTOs with class-validator, the ValidationPipe, a
// guard for the key. Written without decorator syntax, so that it runs without a build.
// Left as the framework has it: its own error body, ParseIntPipe, numbers as JavaScript has them.
import "reflect-metadata";
import {
  Controller,
  Get,
  Header,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Body,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { Type } from "class-transformer";
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from "class-validator";

const STATUSES = ["available", "pending", "sold"];

/** What `@a() @b() name: Type` compiles to. */
function property(target, name, type, ...decorators) {
  Reflect.defineMetadata("design:type", type, target.prototype, name);
  for (const decorate of decorators) decorate(target.prototype, name);
}
function method(target, name, [types, decorators, parameters = []]) {
  parameters.forEach((decorate, index) => decorate?.(target.prototype, name, index));
  Reflect.defineMetadata("design:paramtypes", types, target.prototype, name);
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
  for (const decorate of decorators) decorate(target.prototype, name, descriptor);
}

class NewPet {
  name;
  categoryId;
  status;
}
property(NewPet, "name", String, IsString());
property(NewPet, "categoryId", Number, IsInt());
property(NewPet, "status", String, IsOptional(), IsIn(STATUSES));

class ListQuery {
  limit;
  status;
}
property(
  ListQuery,
  "limit",
  Number,
  IsOptional(),
  Type(() => Number),
  IsInt(),
  Min(1),
  Max(100),
);
property(ListQuery, "status", String, IsOptional(), IsIn(STATUSES));

export async function start(port, key) {
  const pets = new Map();
  let next = 1;

  class KeyGuard {
    canActivate(context) {
      if (context.switchToHttp().getRequest().headers.authorization === `Bearer ${key}`) return true;
      context.switchToHttp().getResponse().setHeader("WWW-Authenticate", "Bearer");
      throw new UnauthorizedException("an API key is needed");
    }
  }

  class PetsController {
    list({ limit = 20, status }) {
      return [...pets.values()].filter((pet) => status === undefined || pet.status === status).slice(0, limit);
    }
    create({ name, categoryId, status }) {
      const pet = { id: next++, name, categoryId, ...(status === undefined ? {} : { status }) };
      pets.set(pet.id, pet);
      return pet;
    }
    fetch(id) {
      const pet = pets.get(id);
      if (pet === undefined) throw new NotFoundException("there is no such animal");
      return pet;
    }
  }
  method(PetsController, "list", [[ListQuery], [Get()], [Query()]]);
  method(PetsController, "create", [[NewPet], [Post()], [Body()]]);
  const deprecated = Header("Deprecation", "@1795132800");
  method(PetsController, "fetch", [[Number], [Get(":petId"), deprecated], [Param("petId", ParseIntPipe)]]);
  UseGuards(KeyGuard)(PetsController);
  Controller("v1/pets")(PetsController);

  class AppModule {
    onApplicationShutdown() {
      pets.clear();
    }
  }
  Module({ controllers: [PetsController] })(AppModule);

  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true }));
  await app.listen(port, "127.0.0.1");
  return app.getHttpServer();
}
