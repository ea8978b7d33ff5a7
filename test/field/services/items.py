# The tutorial of FastAPI (first steps to "SQL databases"), in memory.
from typing import Optional, List
from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel, Field
import uvicorn, sys

app = FastAPI(title="Items", version="1.0.0")

class ItemIn(BaseModel):
    name: str
    description: Optional[str] = Field(default=None, max_length=300)
    price: float = Field(gt=0)
    tax: Optional[float] = None
    tags: List[str] = []

class Item(ItemIn):
    id: int

items = {}

@app.get("/items/", response_model=List[Item])
def read_items(skip: int = Query(0, ge=0), limit: int = Query(10, ge=1, le=100)):
    return list(items.values())[skip: skip + limit]

@app.post("/items/", response_model=Item, status_code=201)
def create_item(item: ItemIn):
    new = Item(id=len(items) + 1 if not items else max(items) + 1, **item.dict())
    items[new.id] = new
    return new

@app.get("/items/{item_id}", response_model=Item)
def read_item(item_id: int):
    if item_id not in items:
        raise HTTPException(status_code=404, detail="Item not found")
    return items[item_id]

@app.put("/items/{item_id}", response_model=Item)
def update_item(item_id: int, item: ItemIn):
    if item_id not in items:
        raise HTTPException(status_code=404, detail="Item not found")
    items[item_id] = Item(id=item_id, **item.dict())
    return items[item_id]

@app.delete("/items/{item_id}", status_code=204)
def delete_item(item_id: int):
    if item_id not in items:
        raise HTTPException(status_code=404, detail="Item not found")
    del items[item_id]

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
